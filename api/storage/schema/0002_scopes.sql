-- What was called `manage` is `admin`, and to change the past, once part of `play`, is a scope of its own: `revise`.

UPDATE tokens SET scopes = array_replace(scopes, 'manage', 'admin')
    || CASE WHEN 'play' = ANY (scopes) THEN '{revise}'::text[] ELSE '{}' END;

-- What a bot may do for the member who let it act for them. Those who did so before it could be said allowed everything.

ALTER TABLE grants ADD COLUMN scopes text[] NOT NULL DEFAULT '{read,play,revise,admin}';
ALTER TABLE grants ALTER COLUMN scopes DROP DEFAULT;

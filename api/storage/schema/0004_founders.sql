-- Whether an account may found campaigns; the owner of the installation always may.

ALTER TABLE accounts ADD COLUMN may_found boolean;

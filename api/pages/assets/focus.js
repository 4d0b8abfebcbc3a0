// The focus stays where somebody is when a part of the page is read again: on the same link, button or field, wherever it then
// stands; where it is gone, on the content of the page, and never nowhere.

/** Change a part of the page, and put the focus back. */
export function keepingFocus(part, change) {
  const before = part.contains(document.activeElement) ? document.activeElement : null;
  const name = before && nameOf(before);
  change();
  putBack(part, before, name);
}

/** Keep the focus whenever htmx exchanges a part of the page. */
export function keepFocus() {
  let before = null;
  let name = null;
  document.addEventListener("htmx:before:swap", () => {
    before = document.activeElement;
    name = before && nameOf(before);
  });
  document.addEventListener("htmx:after:swap", () => putBack(document, before, name));
}

function putBack(part, before, name) {
  if (!name) return;
  const now = document.activeElement;
  if (now === before && nameOf(now) === name) return;
  if (now !== before && now !== document.body) return; // somebody has gone on meanwhile
  const same = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")];
  const target = same.find((one) => nameOf(one) === name) ?? document.getElementById("main");
  target.focus({ preventScroll: true });
}

/** What an element is, wherever it stands: its id, its address, or its place in its form; nothing for the page itself. */
function nameOf(element) {
  if (element === document.body || element === document.documentElement) return null;
  if (element.id) return `#${element.id}`;
  if (element.href) return `${element.href} ${element.closest("[id]")?.id} ${element.dataset.path ?? ""}`;
  if (element.name) return `${element.form?.getAttribute("action")} ${element.name} ${element.value}`;
  return `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent.trim()}`;
}

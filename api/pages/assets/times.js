// Times in the reader's own time zone and language: of today the hour alone, else the day as well. Without this script they
// stand there in UTC.

const of = document.documentElement.lang;
const language = navigator.languages.find((one) => one.split("-")[0] === of) ?? of; // with the reader's region
const hour = new Intl.DateTimeFormat(language, { timeStyle: "short" });
const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });
const whole = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "long" });
const year = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

/** Write the times in a part of the page as the reader's clock shows them. */
export function localTimes(part) {
  const now = new Date();
  for (const time of part.querySelectorAll("time[data-local]")) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.valueOf())) continue;
    time.textContent = format(at, now).format(at);
    time.title = whole.format(at);
  }
}

function format(at, now) {
  if (at.toDateString() === now.toDateString()) return hour;
  return at.getFullYear() === now.getFullYear() ? day : year;
}

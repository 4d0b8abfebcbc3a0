// A form with a file, sent with its progress: how much of it has been sent, then how much has been written down. The answer comes
// as lines, the last of which is what the page shows. Leaving the page, or "Stop", ends the import, and nothing of it is written.
const form = document.querySelector("form[data-import]");
const section = document.getElementById("importing");
const result = document.getElementById("result");
const [status, bar, stop] = ["[role=status]", "progress", "button"].map((each) => section.querySelector(each));
const MEBIBYTE = 1024 * 1024;
const STEP = 25; // per cent after which screen readers are told again

const say = (name, n = "") => {
  const words = status.dataset[name].replace("{n}", n);
  if (status.textContent !== words) status.textContent = words;
};

function progressed(done, of) {
  if (!of) return bar.removeAttribute("value");
  bar.max = of;
  bar.value = done;
}

function show(html) {
  section.hidden = true;
  result.innerHTML = html;
  result.focus();
}

function fail(name) {
  say(name);
  bar.hidden = stop.hidden = true;
}

/** Read the lines that are whole, from a place in the text on; return where the next one begins. */
function read(text, from) {
  const end = text.lastIndexOf("\n") + 1;
  for (const line of text.slice(from, end).split("\n").filter(Boolean).map((each) => JSON.parse(each))) {
    if (line.line === "page") {
      show(line.html);
    } else {
      progressed(line.done, line.of);
      if (line.of) say("writing", Math.floor((line.done / line.of) * (100 / STEP)) * STEP);
    }
  }
  return Math.max(from, end);
}

function send() {
  const request = new XMLHttpRequest();
  let from = 0;
  const is = (status) => request.status === status && request.getResponseHeader("Content-Type")?.includes("jsonl");
  request.open("POST", form.action);
  request.setRequestHeader("HX-Request", "true");
  request.upload.onprogress = (event) => progressed(event.loaded, event.total);
  request.upload.onload = () => {
    bar.removeAttribute("value");
    say("reading");
  };
  request.onprogress = () => {
    if (is(200)) from = read(request.responseText, from);
  };
  request.onload = () => {
    const onward = request.getResponseHeader("HX-Redirect");
    if (onward) location.assign(onward);
    else if (!is(200)) show(request.responseText);
    else if (read(request.responseText, from) && !section.hidden) fail("lost");
  };
  request.onerror = () => fail("lost");
  request.onabort = () => fail("stopped");
  request.onloadend = () => {
    form.inert = false;
  };
  stop.onclick = () => request.abort();
  result.textContent = "";
  section.hidden = bar.hidden = stop.hidden = false;
  form.inert = true;
  bar.removeAttribute("value");
  say("sending");
  stop.focus();
  request.send(new FormData(form));
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const [file] = form.elements.file.files;
  if (!file) return;
  if (file.size <= form.dataset.most * MEBIBYTE) return send();
  section.hidden = false;
  fail("large");
});

const zone = form.elements.zone;
if (zone && !zone.value) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;

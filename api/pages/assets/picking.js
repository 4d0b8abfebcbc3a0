// Squares and tokens picked on a drawn map for the fields of a form: by tapping, and by the arrow keys. Without this script
// the fields are typed. A field says by `data-map` what it takes: a square, a way of squares, a column or row, or somebody.

const UNIT = 40;
const AXIS = 26;
const SVG = "http://www.w3.org/2000/svg";

/** Let the fields of a form be filled in on the map beside it. */
export function pick(section) {
  const svg = section.querySelector("svg.map");
  const form = document.getElementById(section.dataset.picks);
  const fields = [...form.querySelectorAll("[data-map]")];
  if (!svg || !fields.length) return;
  const map = new PickedMap(section, svg);
  let chosen = null;

  const choose = (field, button) => {
    if (chosen) chosen.button.setAttribute("aria-pressed", "false");
    chosen = chosen?.field === field ? null : { field, button };
    if (!chosen) return map.close();
    button.setAttribute("aria-pressed", "true");
    map.open(field, (square, handle) => {
      const done = put(form, field, square, handle);
      map.mark(squaresOf(form, field));
      if (done) {
        choose(field, button);
        button.focus();
      }
    });
    map.mark(squaresOf(form, field));
  };

  const pairs = new Set();
  for (const field of fields) {
    const kind = field.dataset.map;
    if (kind === "y" && pairs.has("x")) continue; // one button for both
    pairs.add(kind);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "second pick";
    button.textContent = section.dataset.pick;
    button.setAttribute("aria-pressed", "false");
    const title = field.querySelector("legend, label");
    button.setAttribute("aria-label", `${section.dataset.pick}: ${title.firstChild.textContent.trim()}`);
    button.addEventListener("click", () => choose(field, button));
    field.append(button);
  }
}

/** Put what was picked into a field. Returns whether the field is full. */
function put(form, field, square, handle) {
  const inputs = [...field.querySelectorAll("input, select, textarea")];
  switch (field.dataset.map) {
    case "square":
      write(inputs[0], `${square.x},${square.y}`);
      return true;
    case "squares": {
      const way = squaresOf(form, field);
      const last = way.findIndex((one) => one.x === square.x && one.y === square.y);
      const next = last >= 0 ? way.slice(0, last) : [...way, square];
      write(inputs[0], next.length ? JSON.stringify(next.map((one) => [one.x, one.y])) : "");
      return false;
    }
    case "x":
    case "y":
      for (const name of ["x", "y"]) {
        const input = form.querySelector(`[data-map="${name}"] input`);
        if (input) write(input, String(square[name]));
      }
      return true;
    default:
      return handle ? putPerson(inputs, handle) : false;
  }
}

/** Choose somebody: the word of a list, or one more box that is ticked. */
function putPerson(inputs, handle) {
  const box = inputs.find((input) => input.type === "checkbox" && input.value === handle);
  if (box) {
    box.click();
    return false;
  }
  if (inputs[0].type === "checkbox") return false;
  write(inputs[0], handle);
  return true;
}

function write(input, value) {
  input.value = value;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

/** The squares that stand in a field. */
function squaresOf(form, field) {
  const number = (name) => form.querySelector(`[data-map="${name}"] input`)?.value ?? "";
  const text = field.querySelector("input, textarea")?.value ?? "";
  switch (field.dataset.map) {
    case "square": {
      const numbers = text.match(/-?\d+/g) ?? [];
      return numbers.length === 2 ? [{ x: +numbers[0], y: +numbers[1] }] : [];
    }
    case "squares":
      try {
        return text ? JSON.parse(text).map(([x, y]) => ({ x, y })) : [];
      } catch {
        return [];
      }
    case "x":
    case "y":
      return number("x") && number("y") ? [{ x: +number("x"), y: +number("y") }] : [];
    default:
      return [];
  }
}

/** A map on which one picks: it has a cursor, and marks for what was picked. */
class PickedMap {
  constructor(section, svg) {
    const { left, top, columns, rows } = svg.dataset;
    Object.assign(this, { section, svg, left: +left, top: +top, columns: +columns, rows: +rows });
    this.scroll = section.querySelector(".map-scroll");
    this.status = section.querySelector("[role=status]");
    this.tokens = [...svg.querySelectorAll("[data-handle]")].map((token) => ({
      handle: token.dataset.handle,
      name: token.querySelector("title")?.textContent ?? "",
      x: +token.dataset.x,
      y: +token.dataset.y,
      size: +token.dataset.size,
    }));
    this.marks = svg.appendChild(document.createElementNS(SVG, "g"));
    this.cursor = this.#box(svg, "map-cursor");
    this.cursor.setAttribute("visibility", "hidden");
    svg.addEventListener("click", (event) => this.picked && this.#pickAt(this.#squareAt(event)));
    this.scroll.addEventListener("keydown", (event) => this.picked && this.#key(event));
  }

  /** Begin to pick; `picked` is told each square, and who stands there. */
  open(field, picked) {
    this.picked = picked;
    const beside = this.#visible();
    this.at ??= beside;
    this.section.classList.add("open");
    this.cursor.removeAttribute("visibility");
    this.#move(this.at);
    this.status.textContent = this.section.dataset.how;
    this.scroll.focus();
    this.scroll.scrollIntoView({ block: "nearest" });
  }

  close() {
    this.picked = null;
    this.section.classList.remove("open");
    this.cursor.setAttribute("visibility", "hidden");
  }

  /** Mark what was picked, in its order. */
  mark(squares) {
    this.marks.replaceChildren();
    for (const [index, square] of squares.entries()) {
      const box = this.#box(this.marks, "map-picked");
      this.#put(box, square);
      if (squares.length < 2) continue;
      const text = this.marks.appendChild(document.createElementNS(SVG, "text"));
      text.setAttribute("class", "map-step");
      text.setAttribute("x", AXIS + (square.x - this.left) * UNIT + 5);
      text.setAttribute("y", (this.top - square.y) * UNIT + 12);
      text.textContent = index + 1;
    }
  }

  #box(parent, name) {
    const box = parent.appendChild(document.createElementNS(SVG, "rect"));
    box.setAttribute("class", name);
    box.setAttribute("width", UNIT);
    box.setAttribute("height", UNIT);
    return box;
  }

  #put(box, square) {
    box.setAttribute("x", AXIS + (square.x - this.left) * UNIT);
    box.setAttribute("y", (this.top - square.y) * UNIT);
  }

  /** The square with which one begins: of whoever has the turn, else the middle. */
  #visible() {
    const active = this.svg.querySelector("[data-handle] .map-turn")?.closest("[data-handle]");
    if (active) return { x: +active.dataset.x, y: +active.dataset.y };
    return { x: this.left + Math.floor(this.columns / 2), y: this.top - Math.floor(this.rows / 2) };
  }

  #squareAt(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return { x: this.left + Math.floor((point.x - AXIS) / UNIT), y: this.top - Math.floor(point.y / UNIT) };
  }

  #key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (event.key in steps) {
      const [x, y] = steps[event.key];
      this.#move({ x: this.at.x + x, y: this.at.y + y });
    } else if (event.key === "Enter" || event.key === " ") this.#pickAt(this.at);
    else return;
    event.preventDefault();
  }

  #move(square) {
    if (!this.#has(square)) return;
    this.at = square;
    this.#put(this.cursor, square);
    const standing = this.#standing(square);
    const where = this.section.dataset.square.replace("{x}", square.x).replace("{y}", square.y);
    this.status.textContent = standing ? `${where}: ${standing.name}` : where;
  }

  #pickAt(square) {
    if (!this.#has(square)) return;
    this.#move(square);
    this.picked(square, this.#standing(square)?.handle ?? "");
  }

  #has({ x, y }) {
    return x >= this.left && x < this.left + this.columns && y <= this.top && y > this.top - this.rows;
  }

  #standing({ x, y }) {
    const on = (token) => x >= token.x && x < token.x + token.size && y >= token.y && y < token.y + token.size;
    return this.tokens.find(on);
  }
}

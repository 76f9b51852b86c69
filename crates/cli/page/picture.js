// One picture: asked for coarsely while a hand moves, finely when it rests; ends under the pointer; zoom and pan.

import { along, readings, shareOf } from "./ends.js";
import { decimal } from "./exact.js";
import { element } from "./field.js";
import { renumber } from "./legend.js";
import { scene as ask, lost } from "./server.js";
import { short, withLetters, withPowers } from "./words.js";

/** A hand rests if it has not moved for so long, in milliseconds. */
const REST = 250;
/** A coarse picture that takes longer gives way to the next one. */
const LONG = 500;
/** Work that takes longer is spoken of. */
const PATIENCE = 600;
const LEAST_WINDOW = 2e-5;
/** The part of a drawing below its axes, which the page writes beside it: the legend and the caption. */
const BELOW_AXES = 52;

const SVG = "http://www.w3.org/2000/svg";

export class Picture {
  /**
   * @param {HTMLElement} place the elements of the picture are in it; `under` has the values at the pointer for readers of
   * the screen; `handlers`: `problem(answer)`, `leaveOut(answer)`, `numbers(scene)`, `drawn(scene)`, `at(x, computed)`,
   * `window(window)`, `busy()`, words for what is under way, and `draw(scene)`, a drawing of another size than the usual one
   */
  constructor(place, under, handlers) {
    this.handlers = handlers;
    this.canvas = place.querySelector(".canvas");
    this.status = place.querySelector(".status");
    this.under = under;
    /** The name of the edge at which this drawing is cut off: the page has more than one. */
    this.edge = `edge-of-${place.id}`;
    this.cancel = place.querySelector(".cancel");
    this.values = element("div", { className: "values", hidden: true });
    this.values.setAttribute("aria-hidden", "true");
    place.append(this.values);
    this.cancel.addEventListener("click", () => this.stop("cancelled"));
    this.canvas.addEventListener("pointermove", (event) => this.#pointed(event));
    this.canvas.addEventListener("pointerdown", (event) => this.#down(event));
    this.canvas.addEventListener("pointerup", () => this.#up());
    this.canvas.addEventListener("pointercancel", () => this.#up());
    this.canvas.addEventListener("pointerleave", (event) => this.#left(event));
    document.addEventListener("pointerdown", ({ target }) => this.#touchedElsewhere(target));
    this.canvas.addEventListener("focusout", () => (this.values.hidden = true));
    this.canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.canvas.addEventListener("dblclick", () => this.handlers.window?.(null));
    this.canvas.addEventListener("keydown", (event) => this.#key(event));
    this.share = 0.5;
    this.generation = 0;
  }

  /** Shows what is asked for: `requestOf(isFine)` is a request for `POST /scene`, or null for nothing. */
  show(requestOf) {
    const wanted = JSON.stringify(requestOf(true));
    if (wanted === this.wanted && !this.problem) return;
    this.wanted = wanted;
    this.requestOf = requestOf;
    this.generation += 1;
    clearTimeout(this.rest);
    if (requestOf(true) === null) {
      this.stop("");
      this.clear();
      return;
    }
    this.canvas.classList.add("stale");
    this.canvas.setAttribute("aria-busy", "true");
    this.rest = setTimeout(() => this.#refine(), REST);
    if (this.running) {
      // A coarse picture is nearly there; one that is fine, or takes long, is in the way.
      if (this.running.isFine || performance.now() - this.running.start > LONG) this.running.controller.abort();
      else return;
    }
    this.#run(false);
  }

  /** Removes the picture. */
  clear() {
    this.wanted = undefined;
    this.canvas.replaceChildren();
    this.under.replaceChildren();
    this.values.hidden = true;
    this.scene = null;
    this.shown = null;
    this.handlers.drawn(null);
  }

  /** Ends what is under way. */
  stop(reason) {
    clearTimeout(this.rest);
    this.wanted = undefined;
    this.running?.controller.abort();
    this.running = null;
    this.#quiet();
    this.say(reason);
  }

  /** Says something above the picture: how far a computation is, in one line; or a problem, in as many as it takes. */
  say(text, isProblem = false) {
    this.status.textContent = text;
    this.status.title = isProblem ? "" : text;
    this.status.classList.toggle("whole", isProblem);
  }

  #refine() {
    if (this.running) this.isRefining = true;
    else if (this.shown !== this.wanted) this.#run(true);
  }

  async #run(isFine) {
    const { generation } = this;
    const running = { controller: new AbortController(), isFine, start: performance.now() };
    this.running = running;
    const speak = setTimeout(() => {
      this.say(this.#busy(0, 0));
      this.cancel.hidden = false;
    }, PATIENCE);
    const progress = ({ done, of, left }) => {
      if (this.cancel.hidden) return;
      this.say(`${this.#busy(done, of)} ${left}`);
    };
    const again = () => this.#run(true);
    let answer = null;
    try {
      const request = this.requestOf(isFine);
      running.asked = JSON.stringify(request);
      if (request) answer = await ask(request, { signal: running.controller.signal, progress, again });
      if (answer?.status === "ok" && this.handlers.draw) answer.svg = await this.handlers.draw(answer.scene);
    } catch (error) {
      // Left on purpose; or the server is gone, which is said, and what is asked is asked again.
      if (error.name !== "AbortError" && this.running === running) {
        answer = { status: "error", field: null, reason: "the answer was cut off" };
        if (generation === this.generation) lost(again);
      }
    }
    clearTimeout(speak);
    if (this.running !== running) return;
    this.running = null;
    const isCurrent = generation === this.generation;
    if (isCurrent && answer?.field && this.handlers.leaveOut?.(answer)) {
      // The others are drawn without it.
      this.wanted = JSON.stringify(this.requestOf(true));
      this.#run(isFine);
      return;
    }
    if (answer) this.#arrived(answer, isCurrent, running.asked);
    if (!isCurrent) {
      this.#run(false);
    } else if (answer?.status === "ok" && !isFine && this.isRefining) {
      this.isRefining = false;
      this.#refine();
    }
  }

  /** Says what is under way: answers are computed, and then drawn. */
  #busy(done, of) {
    const drawing = of > 1 && done === of ? "drawing the picture" : undefined;
    const doing = this.handlers.busy?.() ?? drawing;
    if (doing) return `${doing} ...`;
    return of > 1 ? `computing ... ${done} of ${of} answers,` : "computing ...";
  }

  #quiet() {
    this.cancel.hidden = true;
    this.say("");
  }

  #arrived(answer, isCurrent, asked) {
    if (answer.status !== "ok") {
      if (!isCurrent) return;
      this.#quiet();
      this.problem = true;
      this.isRefining = false;
      clearTimeout(this.rest);
      this.canvas.removeAttribute("aria-busy");
      this.handlers.problem(answer);
      return;
    }
    this.problem = false;
    this.shown = asked;
    this.scene = answer.scene;
    this.svg = answer.svg;
    const document_ = new DOMParser().parseFromString(answer.svg, "image/svg+xml");
    const drawing = document.importNode(document_.documentElement, true);
    const hadFocus = this.canvas.contains(document.activeElement);
    this.#crop(drawing);
    this.#cutOff(drawing);
    renumber(drawing, this.handlers.numbers?.(this.scene) ?? []);
    drawing.setAttribute("tabindex", "0");
    this.canvas.replaceChildren(drawing);
    if (hadFocus) drawing.focus({ preventScroll: true });
    this.drawing = drawing;
    this.guides = document.createElementNS(SVG, "g");
    this.guides.setAttribute("class", "guides");
    drawing.append(this.guides);
    if (isCurrent) {
      this.#quiet();
      this.canvas.classList.remove("stale");
      this.canvas.removeAttribute("aria-busy");
      this.handlers.drawn(this.scene);
      this.#tell();
    }
  }

  /** Leaves the drawing down to the name of its horizontal axis. */
  #crop(drawing) {
    const plot = drawing.querySelector("#plot rect");
    const height = Number(plot.getAttribute("y")) + Number(plot.getAttribute("height")) + BELOW_AXES;
    drawing.setAttribute("viewBox", `0 0 ${drawing.viewBox.baseVal.width} ${height}`);
    // Room that is left is above: below it would be the first line of the legend.
    drawing.setAttribute("preserveAspectRatio", "xMidYMax meet");
    drawing.removeAttribute("width");
    drawing.removeAttribute("height");
  }

  /** Names the edge of a drawing, and cuts its curves off there. */
  #cutOff(drawing) {
    drawing.querySelector("#plot").id = this.edge;
    drawing.querySelectorAll("[clip-path]").forEach((part) => part.setAttribute("clip-path", `url(#${this.edge})`));
  }

  /** The rectangle of the plot, in the drawing's own units. */
  get #plot() {
    const rectangle = this.drawing.querySelector(`#${this.edge} rect`);
    const side = (name) => Number(rectangle.getAttribute(name));
    return { left: side("x"), top: side("y"), width: side("width"), height: side("height") };
  }

  /** Where a number of each axis is, in the drawing's own units. */
  placeOf(x, y) {
    const plot = this.#plot;
    return [
      plot.left + plot.width * shareOf(this.scene.x, x),
      plot.top + plot.height * (1 - shareOf(this.scene.y, y)),
    ];
  }

  /** The shares of the plot under the pointer. */
  #shares(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.drawing.getScreenCTM().inverse());
    const plot = this.#plot;
    return [(at.x - plot.left) / plot.width, 1 - (at.y - plot.top) / plot.height];
  }

  #pointed(event) {
    if (!this.scene) return;
    const [x, y] = this.#shares(event);
    if (this.drag) {
      this.#move(this.drag.x - x, this.drag.y - y);
      return;
    }
    this.share = Math.min(1, Math.max(0, x));
    this.#tell(event.clientY);
  }

  #down(event) {
    if (!this.scene || event.button !== 0) return;
    // Whoever points needs no frame around what has the focus, also when it is drawn anew.
    this.canvas.classList.add("pointed");
    if (event.pointerType === "touch") {
      // A finger reads values; the page scrolls up and down under it.
      this.#pointed(event);
      return;
    }
    if (!this.handlers.window) return;
    this.isHeld = true;
    const [x, y] = this.#shares(event);
    this.drag = { x, y, scene: this.scene };
    this.canvas.setPointerCapture(event.pointerId);
  }

  #up() {
    this.drag = null;
  }

  /** What a finger has read stays until it touches something else. */
  #left({ pointerType }) {
    this.isHeld = false;
    if (pointerType !== "touch") this.values.hidden = true;
  }

  #touchedElsewhere(target) {
    if (!this.canvas.contains(target)) this.values.hidden = true;
  }

  /** The wheel scrolls the page; it zooms with Ctrl, or once the picture was clicked and until the pointer leaves it. */
  #wheel(event) {
    if (!this.scene || !this.handlers.window || !(event.ctrlKey || event.metaKey || this.isHeld)) return;
    event.preventDefault();
    const [x, y] = this.#shares(event);
    this.zoom(event.deltaY < 0 ? 0.8 : 1.25, x, y);
  }

  #key(event) {
    if (!this.scene) return;
    this.canvas.classList.remove("pointed");
    const far = event.shiftKey ? 10 : 1;
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      const step = (event.key === "ArrowLeft" ? -0.005 : 0.005) * far;
      this.share = Math.min(1, Math.max(0, this.share + step));
      this.#tell();
    } else if (this.handlers.window && ["+", "=", "-", "0"].includes(event.key)) {
      if (event.key === "0") this.handlers.window(null);
      else this.zoom(event.key === "-" ? 1.25 : 0.8, this.share, 0.5);
    } else if (this.handlers.window && { w: 1, s: 1, a: 1, d: 1 }[event.key]) {
      const [x, y] = { w: [0, 0.1], s: [0, -0.1], a: [-0.1, 0], d: [0.1, 0] }[event.key];
      this.#move(x, y);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Shows a part around a place that is so much larger. */
  zoom(factor, atX, atY) {
    const around = (axis, at) => {
      const [from, to] = [at - at * factor, at + (1 - at) * factor];
      return [placeAlong(axis, from), placeAlong(axis, to)];
    };
    this.#window(around(this.scene.x, atX), around(this.scene.y, atY));
  }

  #move(byX, byY) {
    const { x, y } = this.drag?.scene ?? this.scene;
    const moved = (axis, by) => [placeAlong(axis, by), placeAlong(axis, 1 + by)];
    this.#window(moved(x, byX), moved(y, byY));
  }

  #window([fromX, toX], [fromY, toY]) {
    const ends = (axis, from, to, most) => {
      let [low, high] = [Math.max(from, axis.scale === "logarithmic" ? 1e-99 : 0), Math.min(to, most)];
      if (high - low < LEAST_WINDOW && axis.scale === "linear") return null;
      if (low >= high) return null;
      return axis.scale === "logarithmic" ? [low.toExponential(4), high.toExponential(4)] : [decimal(low, 7), decimal(high, 7)];
    };
    const isUnit = /alpha|rate/.test(this.scene.x.label);
    const x = ends(this.scene.x, fromX, toX, isUnit ? 1 : 1000);
    const y = ends(this.scene.y, fromY, toY, 1);
    if (x && y) this.handlers.window({ x, y });
  }

  /** What is known at the pointer. */
  #tell(clientY) {
    const at = along(this.scene.x, this.share);
    const numbers = this.handlers.numbers?.(this.scene) ?? [];
    const here = readings(this.scene, at).map((one) => ({ ...one, number: numbers[one.index % numbers.length] ?? one.index }));
    const x = Number(at);
    this.guide("pointer", [[x, Number(this.scene.y.from), x, Number(this.scene.y.to)]]);
    this.#write(at, here);
    this.#place(clientY);
    this.handlers.at?.(at, (number, value) => {
      const isOf = (one) => one.number === number && !one.isPoint;
      this.#write(at, here.map((one) => (isOf(one) ? { ...one, value, isComputed: true } : one)));
      // Meanwhile the pointer may have left.
      if (!this.values.hidden) this.#place(clientY);
    });
  }

  /** Writes what is read at a place: at the pointer itself, and for readers of the screen. */
  #write(at, here) {
    const [of, where] = [symbolOf(this.scene.y), symbolOf(this.scene.x)];
    const said = here.map((one) => ({ ...one, name: withPowers(one.name), value: forTheEye(one.value) }));
    const title = element("p", { textContent: `${withLetters(this.scene.y.label)} at ${where} = ${withPowers(at)}` });
    this.under.replaceChildren(title, ...said.map(({ number, name, value }) => element("p", {}, numberOf(number), `${name}: ${value}`)));
    const bands = said.filter(({ isPoint }) => !isPoint);
    const head = element("div", { textContent: `${bands.length > 0 ? `${of} at ` : ""}${where} = ${withPowers(at)}` });
    const lines = said.map(({ number, name, isPoint, value }) => element("div", {}, numberOf(number), isPoint ? `${name}: ${value}` : value));
    this.values.replaceChildren(head, ...lines, element("div", { className: "soft", textContent: sourceOf(bands) }));
  }

  /** The values are shown while the pointer or the focus is there, on the side of the line that has more room. */
  #place(clientY) {
    const isHere = clientY !== undefined || this.canvas.contains(document.activeElement);
    this.values.hidden = !isHere;
    if (!isHere) return;
    const plot = this.drawing.querySelector("rect.edge").getBoundingClientRect();
    const outer = this.values.offsetParent.getBoundingClientRect();
    const line = plot.left + plot.width * this.share - outer.left;
    const isLeft = this.share > 0.5;
    const [width, height] = [this.values.offsetWidth, this.values.offsetHeight];
    const y = (clientY ?? plot.top + plot.height / 4) - outer.top - height - 12;
    this.values.style.left = `${Math.max(0, Math.min(outer.width - width, isLeft ? line - width - 10 : line + 10))}px`;
    this.values.style.top = `${Math.max(plot.top - outer.top, y)}px`;
  }

  /** Lines and points that help to read the picture, under a name: [x, y, x, y] is a line, [x, y] a point. */
  guide(name, shapes) {
    this.guides?.querySelector(`.${name}`)?.remove();
    if (!this.guides) return;
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", name);
    group.setAttribute("clip-path", `url(#${this.edge})`);
    for (const shape of shapes) {
      const [x, y] = this.placeOf(shape[0], shape[1]);
      const element = document.createElementNS(SVG, shape.length === 4 ? "line" : "circle");
      if (shape.length === 4) {
        const [toX, toY] = this.placeOf(shape[2], shape[3]);
        Object.entries({ x1: x, y1: y, x2: toX, y2: toY }).forEach(([key, value]) => element.setAttribute(key, value));
      } else {
        Object.entries({ cx: x, cy: y, r: 5 }).forEach(([key, value]) => element.setAttribute(key, value));
      }
      group.append(element);
    }
    this.guides.append(group);
  }
}

/** Where values are from: an interval is as wide as the band that is drawn, and what is computed at the place is narrower. */
const sourceOf = (bands) => {
  const computed = bands.filter(({ isComputed }) => isComputed).map(({ number }) => number + 1);
  if (bands.length === 0) return "";
  if (computed.length === bands.length) return "computed";
  return computed.length > 0 ? `${computed.join(", ")} computed, the others as drawn` : "as drawn";
};

/** A value, or an interval, with powers of ten for what is small. */
const forTheEye = (value) => withPowers(value.replace(/[^[\], ]+/g, short));

const numberOf = (number) => element("span", { className: `number t${number}`, textContent: `${number + 1} ` });

/** The symbol in the name of an axis: α of "type I error (alpha)". */
const symbolOf = ({ label }) => withLetters(/\((.*)\)$/.exec(label)?.[1] ?? label);

/** The place at a share of an axis, which may be beyond its ends. */
const placeAlong = (axis, share) => {
  const [from, to] = [Number(axis.from), Number(axis.to)];
  return axis.scale === "logarithmic" ? from * (to / from) ** share : from + (to - from) * share;
};

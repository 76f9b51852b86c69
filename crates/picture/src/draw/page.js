"use strict";
// The ends under the pointer: read from the polylines of the scene, and written with six digits, rounded outwards.
(() => {
  const scene = JSON.parse(document.getElementById("scene").textContent);
  const drawing = document.querySelector("svg");
  const under = document.getElementById("under");
  const plot = drawing.querySelector("#plot rect");
  const side = (name) => Number(plot.getAttribute(name));
  const isLog = (axis) => axis.scale === "logarithmic";
  const along = (axis, share) => {
    const [from, to] = [Number(axis.from), Number(axis.to)];
    return isLog(axis) ? from * (to / from) ** share : from + (to - from) * share;
  };
  // Binary floats: moved outwards by far more than their error.
  const text = (x, up) => {
    const moved = x + (up ? 1 : -1) * Math.abs(x) * 1e-12;
    if (moved <= 0) return "0";
    const unit = 10 ** (Math.floor(Math.log10(moved)) - 5);
    const digits = up ? Math.ceil(moved / unit) : Math.floor(moved / unit);
    return Number((digits * unit).toPrecision(6)).toString();
  };
  const height = (polyline, x) => {
    const after = polyline.findIndex(([at]) => Number(at) >= x);
    if (after < 0) return Number(polyline[polyline.length - 1][1]);
    if (after === 0) return Number(polyline[0][1]);
    const [[a, b], [c, d]] = [polyline[after - 1].map(Number), polyline[after].map(Number)];
    return c > a ? b + ((d - b) * (x - a)) / (c - a) : d;
  };
  const place = (axis, x) => {
    const [from, to] = [Number(axis.from), Number(axis.to)];
    return isLog(axis) ? Math.log(x / from) / Math.log(to / from) : (x - from) / (to - from);
  };
  // The points of a layer that are near the pointer.
  const near = (layer) => (layer.marks ?? []).filter((mark) => Math.abs(place(scene.x, Number(mark.x)) - share) < 0.01);
  let share = 0.5;
  const show = () => {
    const x = along(scene.x, share);
    const lines = [`${scene.x.label} = ${x.toPrecision(6)}`];
    scene.layers.forEach((layer, index) => {
      for (const mark of near(layer)) {
        const ends = [text(Number(mark.lower), false), text(Number(mark.upper), true)];
        lines.push(`${index + 1}  ${mark.label}: ${scene.y.label} in [${ends[0]}, ${ends[1]}]`);
      }
      if (!layer.lower) return;
      const ends = [text(height(layer.lower, x), false), text(height(layer.upper, x), true)];
      lines.push(`${index + 1}  ${layer.name}: ${scene.y.label} in [${ends[0]}, ${ends[1]}]`);
    });
    under.textContent = lines.join("\n");
  };
  const move = (wanted) => {
    share = Math.min(1, Math.max(0, wanted));
    show();
  };
  drawing.setAttribute("tabindex", "0");
  drawing.addEventListener("pointermove", (event) => {
    const box = drawing.getBoundingClientRect();
    const scale = drawing.viewBox.baseVal.width / box.width;
    move(((event.clientX - box.left) * scale - side("x")) / side("width"));
  });
  drawing.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -0.005, ArrowRight: 0.005 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(share + (event.shiftKey ? 10 * step : step));
  });
})();

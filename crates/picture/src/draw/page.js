// The ends under the pointer.
const scene = JSON.parse(document.getElementById("scene").textContent);
const drawing = document.querySelector("svg");
const under = document.getElementById("under");
const plot = drawing.querySelector("#plot rect");
const side = (name) => Number(plot.getAttribute(name));
let share = 0.5;
const move = (wanted) => {
  share = Math.min(1, Math.max(0, wanted));
  const at = along(scene.x, share);
  under.textContent = [`${scene.y.label} at ${scene.x.label} = ${inWords(scene.x, at)}`, ...said(scene, at)].join("\n");
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

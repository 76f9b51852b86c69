// What the polylines of a scene say at a place: exact arithmetic on decimals, and six digits that are rounded outwards.

/** A decimal as [digits, exponent]: digits * 10^exponent. */
export const decimal = (text) => {
  const [, sign, whole, fraction = "", exponent = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(text);
  return [BigInt(sign + whole + fraction), Number(exponent) - fraction.length];
};

/** Some decimals as whole multiples of one power of ten, and its exponent. */
const aligned = (...decimals) => {
  const least = Math.min(...decimals.map(([, exponent]) => exponent));
  return [...decimals.map(([digits, exponent]) => digits * 10n ** BigInt(exponent - least)), least];
};

const compare = (a, b) => {
  const [x, y] = aligned(a, b);
  return x < y ? -1 : x > y ? 1 : 0;
};

/** Which of two decimals is larger: binary floats keep the order, but for those that are nearly the same. */
const order = (text, x, at) => Math.sign(Number(text) - x) || compare(decimal(text), at);

/**
 * The height of a polyline that falls, or rises, at a place, as [numerator, denominator, exponent]; null where it says
 * nothing.
 */
const height = (polyline, text, isUpper, rises) => {
  const [x, at] = [Number(text), decimal(text)];
  const place = ([from]) => order(from, x, at);
  const first = polyline.findIndex((vertex) => place(vertex) >= 0);
  const level = ([, y]) => [decimal(y)[0], 1n, decimal(y)[1]];
  // Beyond the last vertex a function that falls is not above it, before the first one not below.
  const isFirst = isUpper !== rises;
  if (first < 0) return isFirst ? level(polyline.at(-1)) : null;
  if (place(polyline[first]) === 0) {
    return level(isFirst ? polyline[first] : polyline.findLast((vertex) => place(vertex) === 0));
  }
  if (first === 0) return isFirst ? null : level(polyline[0]);
  const [[a, b], [c, d]] = [polyline[first - 1].map(decimal), polyline[first].map(decimal)];
  const [left, right, here] = aligned(a, c, at);
  const [high, low, exponent] = aligned(b, d);
  return [high * (right - left) + (low - high) * (here - left), right - left, exponent];
};

/** The distance of a place from the centre of a layer, as a decimal. */
const distance = (at, centre) => {
  const [x, y, exponent] = aligned(decimal(at), decimal(centre));
  return `${x < y ? y - x : x - y}e${exponent}`;
};

const lengthOf = (x) => (x < 0n ? -x : x).toString().length;

/** A fraction with six significant digits, rounded to a side. */
const rounded = ([numerator, denominator, exponent], up) => {
  if (numerator === 0n) return "0";
  const shift = 6 - (lengthOf(numerator) - lengthOf(denominator));
  const [n, d] = shift >= 0 ? [numerator * 10n ** BigInt(shift), denominator] : [numerator, denominator * 10n ** BigInt(-shift)];
  const whole = n / d;
  const isExact = whole * d === n;
  const digits = whole + (isExact ? 0n : up && n > 0n ? 1n : !up && n < 0n ? -1n : 0n);
  // So few digits are the shortest decimal of their binary float.
  return String(Number(`${digits}e${exponent - shift}`));
};

/** The place at a share of an axis, with six digits: what is said of it is said of that number. */
export const along = (axis, share) => {
  const [from, to] = [Number(axis.from), Number(axis.to)];
  const x = axis.scale === "logarithmic" ? from * (to / from) ** share : from + (to - from) * share;
  return String(Number(Math.min(to, Math.max(from, x)).toPrecision(6)));
};

/** A place of an axis in words: a number, or the day of the calendar that it stands for. */
export const inWords = (axis, at) =>
  axis.since ? new Date(Date.parse(`${axis.since}T00:00Z`) + Math.floor(Number(at)) * 86400000).toISOString().slice(0, 10) : at;

/** The share of an axis at which a number is. */
export const shareOf = (axis, x) => {
  const [from, to] = [Number(axis.from), Number(axis.to)];
  return axis.scale === "logarithmic" ? Math.log(x / from) / Math.log(to / from) : (x - from) / (to - from);
};

/** Two ends. Each is rounded outwards, so that equal digits are the number itself. */
const interval = (lower, upper) => {
  const [low, high] = [lower ? rounded(lower, false) : "-inf", upper ? rounded(upper, true) : "inf"];
  return low === high ? low : `[${low}, ${high}]`;
};

const fraction = (text) => [decimal(text)[0], 1n, decimal(text)[1]];

/**
 * What a scene says at a place, for each band there and each point near it: the index of the layer, a name, and a number
 * or an interval. The name of a point says where the point is, which is not quite the place. Points that a line joins are
 * a curve: only the nearest one is read, and none where a point with a label is near.
 */
export const readings = (scene, at) => {
  const share = shareOf(scene.x, Number(at));
  const away = (mark) => Math.abs(shareOf(scene.x, Number(mark.x)) - share);
  const nearby = scene.layers.map(({ marks = [] }) => marks.filter((mark) => away(mark) < 0.01));
  const isLabelled = scene.layers.some(({ labelled }, index) => labelled && nearby[index].length > 0);
  return scene.layers.flatMap((layer, index) => {
    const nearest = isLabelled ? [] : nearby[index].toSorted((one, other) => away(one) - away(other)).slice(0, 1);
    const near = layer.joined ? nearest : nearby[index];
    const points = near.map((mark) => ({ index, isPoint: true, name: mark.label, value: interval(fraction(mark.lower), fraction(mark.upper)) }));
    const { name, kind, lower, upper, centre } = layer;
    const rises = kind === "rising";
    // A density falls with the distance from its centre.
    const place = centre === undefined ? at : distance(at, centre);
    const band = lower ? [{ index, isPoint: false, name, value: interval(height(lower, place, false, rises), height(upper, place, true, rises)) }] : [];
    return [...points, ...band];
  });
};

/** The same, a line each. */
export const said = (scene, at) => readings(scene, at).map(({ index, name, value }) => `${index + 1}  ${name}: ${value}`);

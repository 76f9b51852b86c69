// Exact decimals: what sliders move over, and what is shown of an end.

/** A decimal as [digits, exponent]: digits * 10^-exponent; null if the text is no plain decimal. */
const parts = (text) => {
  const match = /^\s*(-?)(\d+)(?:\.(\d+))?\s*$/.exec(text);
  if (!match) return null;
  const fraction = match[3] ?? "";
  const digits = BigInt(match[2] + fraction);
  return [match[1] ? -digits : digits, fraction.length];
};

const aligned = (a, b) => {
  const [[x, m], [y, n]] = [a, b];
  const exponent = Math.max(m, n);
  return [x * 10n ** BigInt(exponent - m), y * 10n ** BigInt(exponent - n), exponent];
};

const written = (digits, exponent) => {
  const sign = digits < 0n ? "-" : "";
  const text = (digits < 0n ? -digits : digits).toString().padStart(exponent + 1, "0");
  const whole = text.slice(0, text.length - exponent);
  const fraction = text.slice(text.length - exponent).replace(/0+$/, "");
  return sign + whole + (fraction && "." + fraction);
};

/** The number of a slider's place: from + place * step. */
export const atPlace = (from, step, place) => {
  const [a, b, exponent] = aligned(parts(from), parts(step));
  return written(a + BigInt(place) * b, exponent);
};

/** The place of a slider that is nearest to a number; null if the number is no plain decimal. */
export const placeOf = (from, step, text) => {
  const number = parts(text);
  if (!number) return null;
  const [a, b, exponent] = aligned(parts(from), parts(step));
  const [x, y] = aligned(number, [a, exponent]);
  const [unit] = aligned([b, exponent], number);
  return Number((x - y + unit / 2n) / unit);
};

/** A binary float as a decimal with so many digits behind the point. */
export const decimal = (x, digits) => {
  const text = x.toFixed(digits);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
};

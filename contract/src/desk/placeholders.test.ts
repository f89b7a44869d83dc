import fc from "fast-check";
import { expect, test } from "vitest";
import { fillPlaceholders, findPlaceholders, isPlaceholder, placeholderNames } from "./placeholders.ts";

test("fills known placeholders and leaves the others", () => {
  const text = "Hi {{customer.first_name}}, {{ order.name }} goes with {{tracking.carrier}} ({{tracking.url}}).";
  const values = { "customer.first_name": "Ada", "order.name": "#1042", "tracking.carrier": null, "tracking.url": " " };
  expect(fillPlaceholders(text, values)).toBe("Hi Ada, #1042 goes with {{tracking.carrier}} ({{tracking.url}}).");
});

test("leaves text alone that only looks like a placeholder", () => {
  for (const text of [
    "{{customer}}",
    "{{customer.shoe_size}}",
    "{ {store.name}}",
    "{{store.name}",
    "{{__proto__.x}}",
  ]) {
    expect(fillPlaceholders(text, { "store.name": "Lumen" })).toBe(text);
  }
});

test("finds every placeholder, known or not, and nothing else", () => {
  const found = findPlaceholders("{{store.name}} {{ nonsense.thing }} {{x}} {{ two words }} {{}} {a} {{__proto__}}");
  expect(found.map(({ name }) => name)).toEqual(["store.name", "nonsense.thing", "x", "__proto__"]);
});

const names = fc.constantFrom(...placeholderNames);
const braces = fc.string({ unit: fc.constantFrom("{", "}", " ", ".", "a", "store", "name", "é", "\n") });
const written = fc
  .array(
    fc.oneof(
      braces,
      names.map((name) => `{{${name}}}`),
    ),
  )
  .map((parts) => parts.join(""));

test("a placeholder inside a value is never filled", () => {
  fc.assert(
    fc.property(written, written, (text, value) => {
      const values = Object.fromEntries(placeholderNames.map((name) => [name, `<${value}>`]));
      const parts: string[] = [];
      let at = 0;
      for (const { start, end } of findPlaceholders(text).filter(({ name }) => isPlaceholder(name))) {
        parts.push(text.slice(at, start));
        at = end;
      }
      expect(fillPlaceholders(text, values)).toBe([...parts, text.slice(at)].join(`<${value}>`));
    }),
  );
});

test("a text without values stays as it is", () => {
  fc.assert(fc.property(written, (text) => fillPlaceholders(text, {}) === text));
});

import { expect, test } from "vitest";
import { inertText } from "./inert-text.ts";

test.each([
  ["a plain line", "a plain line"],
  ["two\r\nlines\tand a tab", "two\nlines\tand a tab"],
  ["<script>alert(1)</script>", "<script>alert(1)</script>"],
  ["a\0b\u0007\u001b[31m", "a␀b␇␛[31m"],
  ["gnp.\u202egpj", "gnp.⟨U+202E⟩gpj"],
  ["\u2066isolated\u2069\u200bnothing\ufeff", "⟨U+2066⟩isolated⟨U+2069⟩⟨U+200B⟩nothing⟨U+FEFF⟩"],
  ["alone\rhere\u0085\u007f", "alone␍here⟨U+0085⟩⟨U+007F⟩"],
  // Right-to-left scripts and joined emoji stay as they are.
  ["שלום 👩‍🚀 Žofie 李", "שלום 👩‍🚀 Žofie 李"],
])("%j is shown as %j", (text, shown) => {
  expect(inertText(text)).toBe(shown);
});

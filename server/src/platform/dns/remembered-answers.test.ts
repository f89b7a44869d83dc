import { expect, test } from "vitest";
import { RememberedAnswers } from "./name-lookup.ts";

const txt = (name: string) => ({ name, type: "TXT" }) as const;
const found = (seconds: number) => ({ records: [["one"]], code: null, seconds });
const absent = (seconds: number) => ({ records: [], code: "ENOTFOUND", seconds });

/** A cache with a clock that the test sets. */
function memory() {
  let at = 0;
  const answers = new RememberedAnswers(() => at);
  return { answers, pass: (seconds: number) => (at += seconds * 1_000) };
}

test.each([
  ["for as long as they say", found(300), 300],
  ["also that there is nothing", absent(90), 90],
  ["for some seconds at least", found(0), 10],
  ["for a day at most", found(1_000_000), 86_400],
  ["for an hour at most that there is nothing", absent(86_400), 3_600],
])("answers are kept %s", (_, reply, seconds) => {
  const { answers, pass } = memory();
  answers.keep(txt("a.example"), reply);
  pass(seconds - 1);
  expect(answers.get(txt("A.Example"))).toEqual({ records: reply.records, code: reply.code });
  pass(1);
  expect(answers.get(txt("a.example"))).toBeUndefined();
});

test("keeps requested answers among thousands of others, and absent names evict no existing ones", () => {
  const { answers } = memory();
  answers.keep(txt("known.example"), found(300));
  answers.keep(txt("once.example"), found(300));
  for (let at = 0; at < 12_000; at += 1) {
    answers.keep(txt(`d${at}.example`), found(300));
    answers.keep(txt(`none${at}.example`), absent(300));
    if (at % 1_000 === 0) answers.get(txt("known.example"));
  }
  expect(answers.get(txt("known.example"))).toBeDefined();
  expect(answers.get(txt("once.example"))).toBeUndefined();
  expect(answers.get(txt("none1.example"))).toBeUndefined();
});

test("limits the total size, and replaces an earlier answer", () => {
  const { answers } = memory();
  const large = { records: [["x".repeat(16_000)]], code: null, seconds: 300 };
  for (let at = 0; at < 1_000; at += 1) answers.keep(txt(`d${at}.example`), large);
  expect(answers.get(txt("d1.example"))).toBeUndefined();
  expect(answers.get(txt("d999.example"))).toBeDefined();
  answers.keep(txt("d999.example"), absent(60));
  expect(answers.get(txt("d999.example"))).toEqual({ records: [], code: "ENOTFOUND" });
  answers.keep(txt("d999.example"), found(60));
  expect(answers.get(txt("d999.example"))).toEqual({ records: [["one"]], code: null });
});

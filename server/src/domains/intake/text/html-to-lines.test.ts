import { expect, test } from "vitest";
import { htmlToPlain } from "./html-to-lines.ts";

test("skips what HTML hides", () => {
  const hidden = '<div style="color:red; Display: none"><div>a<br></div>Order #1143</div><p hidden>b</p>';
  const html = `<p>One</p>${hidden}<img style="display:none"><p style="display:block">Two</p>`;
  expect(htmlToPlain(html)).toBe("One\n\nTwo");
});

const link = (href: string, words: string) => htmlToPlain(`<p>See <a href="${href}">${words}</a>.</p>`);

test.each([
  ["https://photos.example/album/77", "here", "See here <https://photos.example/album/77>."],
  ["https://evil.example/x", "https://good.example", "See https://good.example <https://evil.example/x>."],
  ["https://evil.example", "evil.example.good.example", "See evil.example.good.example <https://evil.example>."],
  ["https://www.good.example/", "good.example", "See good.example."],
  ["mailto:ann@a.example?subject=b", "Ann", "See Ann <ann@a.example>."],
  ["mailto:ann@a.example", "Ann (ann@a.example)", "See Ann (ann@a.example)."],
  ["mailto:help+a1b2c3@desk.example", "Shop", "See Shop."],
  ["tel:+43660123456", "0660 123456", "See 0660 123456."],
  ["javascript:alert(1)", "here", "See here."],
  ["https://a.example/b c\n<d>", "here", "See here <https://a.example/b%20c%3Cd%3E>."],
  [`https://a.example/${"b".repeat(3_000)}`, "here", `See here <https://a.example/${"b".repeat(1_982)}…>.`],
])("writes the target of a link to %s behind %s if it is another", (href, words, text) => {
  expect(link(href, words)).toBe(text);
});

test("writes no more than 50,000 characters of links, and none behind a picture", () => {
  const links = `<a href="https://a.example/${"b".repeat(982)}">c</a> `.repeat(100);
  expect(htmlToPlain(links).length).toBeLessThan(51_000);
  expect(htmlToPlain('One<a href="https://a.example"><img src="b"></a>')).toBe("One");
});

test.each([
  ["Send <s>two red</s> one blue.", "Send ~~two red~~ one blue."],
  ["Send <del>two <b>red</b> </del>one blue.", "Send ~~two red~~ one blue."],
  ['Cancel <span style="color:red; text-decoration: underline line-through">1125</span> 1126', "Cancel ~~1125~~ 1126"],
  ['<strike>One<br>two <a href="https://a.example">three</a></strike>', "~~One~~\n~~two three~~ <https://a.example>"],
  ["<s><span>One</span></s><s> two</s> three <s> </s>", "~~One two~~ three"],
  ['<p style="text-decoration-line:line-through">One</p><p style="text-decoration:none">Two</p>', "~~One~~\n\nTwo"],
])("marks what is struck out in %s", (html, text) => {
  expect(htmlToPlain(html)).toBe(text);
});

test.each([
  ["<ol><li>One</li><li>Two</li></ol>", "1. One\n2. Two"],
  ['<ol start="4"><li>One<li value="9">Two<li>Three</ol>', "4. One\n9. Two\n10. Three"],
  [
    '<ol type="a" start="26"><li>One<li>Two</ol><ol type="I"><li value="14">Three</ol>',
    "z. One\naa. Two\n\nXIV. Three",
  ],
  ['<ol style="list-style-type: lower-roman"><li>One</ol><ol type="a" start="0"><li>Two</ol>', "i. One\n\n0. Two"],
  ['<ol reversed start="2"><li>One<li>Two</ol><ol reversed><li>Three</ol>', "2. One\n1. Two\n\n- Three"],
  [
    '<ol start="x"><li>One<ul><li>Sub<ol><li>Deep</ol></ul><li>Two</ol><li>Three',
    "1. One\n- Sub\n1. Deep\n\n2. Two\n\n- Three",
  ],
])("keeps the numbers of %s", (html, text) => {
  expect(htmlToPlain(html)).toBe(text);
});

test.each(["👍", "❤️", "1️⃣", "🇦🇹", "👩🏽‍💻", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "❌"])("reads the emoji %s that is sent as a picture", (sign) => {
  expect(htmlToPlain(`<p>It is <img alt="${sign}" src="https://emoji.example/1.png"> so</p>`)).toBe(`It is ${sign} so`);
  expect(htmlToPlain(`<div><img class="emoji" alt="${sign}"></div>`)).toBe(sign);
});

test("takes no other picture's replacement text for words", () => {
  expect(htmlToPlain('<p>It is <img alt="Logo 👍"><img alt="12"><img alt=" "><img> so</p>')).toBe("It is so");
});

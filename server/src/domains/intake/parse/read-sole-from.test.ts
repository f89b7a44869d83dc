import { expect, test } from "vitest";
import { discardAttachment } from "./collect-part.ts";
import { parseMail } from "./parse-mail.ts";

async function read(head: string, charset: BufferEncoding = "utf8") {
  const mail = await parseMail(Buffer.from(`${head}\r\nSubject: [#1] Order\r\n\r\nHello`, charset), {
    onAttachment: discardAttachment,
  });
  return mail;
}
const b64 = (text: string) => `=?utf-8?b?${Buffer.from(text).toString("base64")}?=`;

test.each([
  ["a bare address", "From: ann@Example.COM", "", "ann@example.com"],
  ["a name", "From: Ann Lee <ann@x.example>", "Ann Lee", "ann@x.example"],
  ["a quoted name", 'From: "Lee, Ann" <ann@x.example>', "Lee, Ann", "ann@x.example"],
  ["escaped quotes", String.raw`From: "Ann \"A\" Lee" <ann@x.example>`, 'Ann "A" Lee', "ann@x.example"],
  ["an encoded name", `From: ${b64("Ann Müller")} <ann@x.example>`, "Ann Müller", "ann@x.example"],
  ["two encoded words", `From: ${b64("Ann ")}\r\n ${b64("Müller")} <ann@x.example>`, "Ann Müller", "ann@x.example"],
  ["a word in quotes", `From: "${b64("Ann Müller")}" <ann@x.example>`, "Ann Müller", "ann@x.example"],
  ["another charset", "From: =?koi8-r?b?4c7OwQ==?= <ann@x.example>", "Анна", "ann@x.example"],
  ["a comment for a name", "From: ann@x.example (Ann Lee)", "Ann Lee", "ann@x.example"],
  ["a comment in a name", "From: Ann (at home) <ann@x.example>", "Ann", "ann@x.example"],
  ["a name of a group", `From: "'Ann' via Support" <help@x.example>`, "'Ann' via Support", "help@x.example"],
  ["a dot in a name", "From: John Q. Public <john@x.example>", "John Q. Public", "john@x.example"],
  ["its own address for a bare name", "From: ann@x.example <Ann@x.example>", "", "Ann@x.example"],
  ["its own address in single quotes", "From: 'ann@x.example' <ann@x.example>", "", "ann@x.example"],
  ["a lone sign in a name", "From: Ann Lee @ Home <ann@x.example>", "Ann Lee @ Home", "ann@x.example"],
  ["a blank of another script", "From: 山田\u3000太郎 <ann@x.example>", "山田 太郎", "ann@x.example"],
  ["a fold", "From: Ann Lee\r\n\t<ann@x.example>", "Ann Lee", "ann@x.example"],
  ["another case", "FROM: ann@x.example", "", "ann@x.example"],
  ["no blank", "From:ann@x.example", "", "ann@x.example"],
  ["raw UTF-8", "From: Ann Müller <ann@x.example>", "Ann Müller", "ann@x.example"],
  ["an international address", "From: 安 <安@例え.example>", "安", "安@xn--r8jz45g.example"],
  ["an international domain, as in DNS", "From: a@XN--r8jz45g.example", "", "a@xn--r8jz45g.example"],
  ["dots that phones allowed", "From: ann..lee.@docomo.example", "", "ann..lee.@docomo.example"],
  ["a quoted local part", 'From: Kim <"kim.."@docomo.example>', "Kim", "kim..@docomo.example"],
  ["a quoted local part without brackets", 'From: ".kim"@docomo.example', "", ".kim@docomo.example"],
  ["a quoted local part that needs no quotes", 'From: "ann"@x.example', "", "ann@x.example"],
  ["blanks in quotes", 'From: Ann <"ann lee"@x.example>', "Ann", '"ann lee"@x.example'],
  ["a domain with a line below", "From: ann@my_shop.example", "", "ann@my_shop.example"],
  ["BATV and plus", "From: prvs=12ab34=ann+x@x.example", "", "prvs=12ab34=ann+x@x.example"],
  ["its own address as name", "From: <ann@x.example>\r\nX-A: b", "", "ann@x.example"],
  ["a mail box's first line", "From ann@x.example Mon Jan  1\r\nFrom: ann@x.example", "", "ann@x.example"],
  ["words like a field, folded", "X: y\r\n From: me\r\nFrom: ann@x.example", "", "ann@x.example"],
  [
    "other fields that name people",
    "From: ann@x.example\r\nX-From: b@y.example\r\nFrom-X: c@y.example",
    "",
    "ann@x.example",
  ],
])("proves the sender: %s", async (_, head, name, email) => {
  const mail = await read(head);
  expect(mail.soleFrom).toEqual({ name, email });
  expect(mail.from).toEqual(mail.soleFrom);
});

test("proves a sender whose name has raw bytes of another character set", async () => {
  const mail = await read("From: J\u00f6rg <ann@x.example>", "latin1");
  expect(mail.soleFrom).toEqual({ name: "Jörg", email: "ann@x.example" });
});

const victim = "ann@victim.example";
const evil = "m@evil.example";
test.each([
  ["an encoded address as name", `${b64(`"Ann <${victim}>"`)} <${evil}>`],
  ["an encoded address without quotes", `${b64(`${victim},`)} <${evil}>`],
  ["an encoded name that ends the address", `${b64(`<${victim}> (`)} <${evil}>`],
  ["an address in quotes", `"Ann <${victim}>" <${evil}>`],
  ["an address in quotes, alone", `"${victim}" <${evil}>`],
  ["q encoding", `=?utf-8?q?Ann_=3Cann=40victim=2Eexample=3E?= <${evil}>`],
  ["wide characters", `${b64("ann＠victim．example")} <${evil}>`],
  ["invisible characters", `${b64("ann@vic\u200Btim.exam\u00ADple")} <${evil}>`],
  ["blanks around the sign", `"ann @ victim.example" <${evil}>`],
])("keeps the mailbox without a name that contains another address: %s", async (_, value) => {
  const mail = await read(`From: ${value}`);
  expect(mail.soleFrom).toEqual({ name: "", email: evil });
  expect(mail.from).toEqual({ name: "", email: evil });
});

test.each([
  ["two fields", `From: ${victim}\r\nFrom: ${evil}`],
  ["two fields, one in capitals", `From: ${victim}\r\nFROM: ${evil}`],
  ["two fields, one with a blank", `From: ${victim}\r\nFrom : ${evil}`],
  ["a blank before the colon", `From : ${victim}`],
  ["a blank before the field", ` From: ${victim}`],
  ["an invisible byte in the name", `From: ${victim}\r\nFr\0om: ${evil}`],
  ["a second field behind a bare CR", `Subject: x\rFrom: ${evil}\r\nFrom: ${victim}`],
  ["a second field behind a form feed", `Subject: x\fFrom: ${evil}\r\nFrom: ${victim}`],
  ["a bare CR in the value", `From: ${victim}\r <${evil}>`],
  ["a NUL", `From: <${victim}>\0<${evil}>`],
  ["a line that is no field before", `no field\r\nFrom: ${victim}`],
  ["an empty folded line", `From: <${victim}>\r\n \r\n <${evil}>`],
  ["several mailboxes", `From: ${victim}, ${evil}`],
  ["several mailboxes in brackets", `From: Ann <${victim}>, M <${evil}>`],
  ["two brackets", `From: <${victim}> <${evil}>`],
  ["an address before the brackets", `From: ${victim} <${evil}>`],
  ["an address with blanks before the brackets", `From: ann @ victim.example <${evil}>`],
  ["its own address and another before the brackets", `From: ${evil} ${victim} <${evil}>`],
  ["another address in single quotes", `From: '${victim}' <${evil}>`],
  ["an address behind the brackets", `From: <${evil}> ${victim}`],
  ["a group", `From: Team: ${victim};`],
  ["an empty group", "From: undisclosed:;"],
  ["a route", `From: <@evil.example,@b.example:${victim}>`],
  ["a comment with an address", `From: ${evil} (${victim})`],
  ["a nested comment", `From: ${evil} (a (${victim}) b)`],
  ["a comment in the address", "From: ann(x)@victim.example"],
  ["an open comment", `From: ${victim} (x`],
  ["an open quote", `From: "Ann <${victim}>`],
  ["an escaped quote that hides an address", String.raw`From: "Ann\" <ann@victim.example>, \"" <m@evil.example>`],
  ["an open bracket", `From: Ann <${victim}`],
  ["a quoted local part", `From: "${victim}"@evil.example`],
  ["a quoted local part apart from its domain", 'From: "ann" @victim.example'],
  ["an escaped sign in a quoted local part", String.raw`From: "ann\"@victim.example"@evil.example`],
  ["brackets in a quoted local part", `From: M <"<${victim}>"@evil.example>`],
  ["an encoded word in quotes", `From: "${b64("ann")}"@victim.example`],
  ["quoted words with a dot between", 'From: "ann"."lee"@victim.example'],
  ["two signs", "From: ann@victim.example@evil.example"],
  ["a domain literal", "From: ann@[192.0.2.1]"],
  ["a blank in the address", "From: <ann@victim .example>"],
  ["no domain", "From: ann"],
  ["no local part", "From: @victim.example"],
  ["an empty label", "From: ann@victim..example"],
  ["nothing", "From:"],
  ["an encoded word for an address", `From: ${b64(`Ann <${victim}>`)}`],
  ["an encoded word for a local part", "From: =?utf-8?q?ann?=@victim.example"],
  ["an encoded word in brackets", `From: <${b64(victim)}>`],
  ["an encoded field", `Subject: ${b64(`x\r\nFrom: ${victim}`)}`],
  ["a soft hyphen in the domain", "From: ann@vic\u00ADtim.example"],
  ["a letter that becomes another in lower case", "From: an\u212A@victim.example"],
  ["another script's full stop", "From: ann@victim\u3002example"],
  ["wide letters in the domain", "From: ann@ｖictim.example"],
  ["none", "To: help@shop.example"],
  ["backslashes", String.raw`From: ann@victim.example\,m@evil.example`],
])("proves nobody: %s", async (_, head) => {
  expect((await read(head)).soleFrom).toBeNull();
});

test.each([
  "From: =?utf-8?b?QW5uIDxhbm5AdmljdGltLmV4YW1wbGU+?=",
  `Sender: ${b64(victim)}`,
  `Reply-To: ${b64(`<${victim}>`)} x`,
])("makes no address of an encoded word: %s", async (head) => {
  const { from, sender, replyTo } = await read(head);
  expect([from, sender, ...replyTo].some((address) => address?.email === victim)).toBe(false);
});

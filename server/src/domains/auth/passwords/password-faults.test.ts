import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { passwordFaults } from "./password-faults.ts";

const owner = { email: "mina.castellanos@lumen-loom.example", name: "Mina Castellanos", storeName: "Lumen & Loom" };
const faults = (password: string) => passwordFaults(password, owner);

test.each([
  "correct horse battery",
  "deskhand-demo",
  "Tr0ub4dor&3",
  "mina likes lamps",
  "пароль подлиннее",
  "x9!kq2pz",
  "a".repeat(60) + "b".repeat(60),
  "butterfly 84629174",
  "dragon-eats-the-moon",
  "monkey likes 7 bananas",
  "корова ест зелёную траву",
  "我的猫喜欢在屋顶上睡觉",
  "القط ينام فوق السطح",
  "חתול ישן על הגג שלי",
  "나의고양이는지붕위에",
  "ねこがやねでねている",
  "zażółć gęślą jaźń",
  "🐈🏠🌙🔑🚲🍋🎻🧊",
  "correcthorsecorrecthorse",
  "mustardmustang",
  "xxxQz7!pLm",
])("accepts %s", (password) => {
  expect(faults(password)).toEqual([]);
});

test.each([
  ["short", "Use at least 8 characters"],
  ["x".repeat(129), "Use at most 128 characters"],
  ["mina.castellanos@lumen-loom.example", "It is your e-mail address, your name or your store's name"],
  ["MINA.Castellanos", "It is your e-mail address, your name or your store's name"],
  ["Mina Castellanos 2026!", "It is your e-mail address, your name or your store's name"],
  ["lumenloom1", "It is your e-mail address, your name or your store's name"],
  ["password", "It is one of the most used passwords"],
  ["P@ssw0rd!!", "It is one of the most used passwords"],
  ["Welcome2026", "It is one of the most used passwords"],
  ["iloveyou1", "It is one of the most used passwords"],
  ["trustno1", "It is one of the most used passwords"],
  ["letmein!2026", "It is one of the most used passwords"],
  ["12345Dragon", "It is one of the most used passwords"],
  ["$unshine99", "It is one of the most used passwords"],
  ["passwordpassword", "It is one of the most used passwords"],
  ["password12345678", "It is one of the most used passwords"],
  ["rammstein", "It is one of the most used passwords"],
  ["Gateway2020", "It is one of the most used passwords"],
  ["Пароль2026", "It is one of the most used passwords"],
  ["пароль1234", "It is one of the most used passwords"],
  ["Shopify1!", "It is one of the most used passwords"],
  ["aaaaaaaaaaaa", "It repeats the same characters"],
  ["abc1abc1abc", "It repeats the same characters"],
  ["23456789", "It is a sequence that is easy to guess"],
  ["9876543210", "It is a sequence that is easy to guess"],
  ["Qwertyuiop", "It is a sequence that is easy to guess"],
  ["1q2w3e4r", "It is a sequence that is easy to guess"],
])("refuses %s", (password, fault) => {
  expect(faults(password)).toContain(fault);
});

test("names everything that is wrong at once", () => {
  expect(faults("1111")).toEqual(["Use at least 8 characters", "It repeats the same characters"]);
  expect(faults("")).toEqual(["Use at least 8 characters"]);
});

test("ignores a name of punctuation only", () => {
  expect(passwordFaults("!!-??-!!-??x", { email: "a@b.example", name: "…", storeName: "—" })).toEqual([]);
});

test("has a small list of at least 10,000 passwords", () => {
  const text = readFileSync(new URL("./most-used-passwords.txt", import.meta.url), "utf8")
    .split("\n")
    .slice(1)
    .join(" ");
  const listed = text.trim().split(" ");
  expect(new Set(listed).size).toBeGreaterThan(10_000);
  expect(text.length).toBeLessThan(300_000);
  // Every hundredth, followed by a year as people do.
  const tried = listed.filter((_, index) => index % 100 === 0);
  for (const password of tried) expect([password, faults(password)]).not.toEqual([password, []]);
});

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
])("%s will do", (password) => {
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
  ["aaaaaaaaaaaa", "It repeats the same characters"],
  ["abc1abc1abc", "It repeats the same characters"],
  ["23456789", "It is a sequence that is easy to guess"],
  ["9876543210", "It is a sequence that is easy to guess"],
  ["Qwertyuiop", "It is a sequence that is easy to guess"],
  ["1q2w3e4r", "It is a sequence that is easy to guess"],
])("%s will not", (password, fault) => {
  expect(faults(password)).toContain(fault);
});

test("everything that is wrong is named at once", () => {
  expect(faults("1111")).toEqual(["Use at least 8 characters", "It repeats the same characters"]);
  expect(faults("")).toEqual(["Use at least 8 characters"]);
});

test("a name that is nothing but marks is nobody's password", () => {
  expect(passwordFaults("!!-??-!!-??x", { email: "a@b.example", name: "…", storeName: "—" })).toEqual([]);
});

import { Bell } from "lucide-react";
import { expect, test } from "vitest";
import { type Command, matchCommands } from "./match-commands.ts";

const command = (label: string, alsoCalled?: string): Command => ({
  id: label,
  label,
  ...(alsoCalled !== undefined && { alsoCalled }),
  Icon: Bell,
  run: () => {},
});
const commands = [
  command("Go to Orders"),
  command("Go to Help & Knowledge"),
  command("New Ticket", "create add"),
  command("Mark all notifications as read"),
  command("Logout", "sign out"),
];
const found = (typed: string) => matchCommands(commands, typed).map(({ label }) => label);

test("everything is there until something is typed", () => {
  expect(found("  ")).toHaveLength(commands.length);
});

test("a command is found by its words and by beginnings of them, in any order", () => {
  for (const typed of ["orders", "go to orders", "go ord", "ord go", "GO ORD", "o"]) {
    expect(found(typed), typed).toContain("Go to Orders");
  }
  expect(found("new t")[0]).toBe("New Ticket");
  expect(found("mark read")).toEqual(["Mark all notifications as read"]);
  expect(found("help &")).toEqual(["Go to Help & Knowledge"]);
});

test("other words for it count", () => {
  expect(found("sign out")).toEqual(["Logout"]);
  expect(found("create")).toEqual(["New Ticket"]);
});

test("a label that begins so comes before one that holds it", () => {
  expect(found("n")).toEqual(["New Ticket", "Mark all notifications as read"]);
});

test("what no command has finds none", () => {
  expect(found("jacket")).toEqual([]);
  expect(found("go jacket")).toEqual([]);
});

import type { Colleague } from "@deskhand/contract/team";
import { expect, test } from "vitest";
import { untoldNames } from "./untold-notice.tsx";

const person = (name: string, isActive = true): Colleague => ({ id: name, name, email: "", isActive, role: "agent" });
const team = [person("Alma Berg"), person("Bo Ek"), person("Bo Lind"), person("Gone Girl", false), person("Nora Me")];
const untold = (text: string) => untoldNames(text, team, "Nora Me");

test("one of a first name is told, and nothing is said", () => {
  expect(untold("@Alma and @bo lind, see mail@ada.example")).toEqual([]);
});

test("two of a first name are named, and none is told", () => {
  expect(untold("Ask @BO.")).toEqual(["“@BO” tells nobody: Bo Ek and Bo Lind are called so. Write the whole name."]);
});

test("who is nobody's name, left, or writes the note is said to be told nothing", () => {
  expect(untold("@Zoe (tel.), @gone girl, @Nora and @C.")).toEqual([
    "“@Zoe” tells nobody: no active colleague is called so.",
    "“@gone girl” tells nobody: no active colleague is called so.",
    "“@Nora” tells nobody: no active colleague is called so.",
    "“@C” tells nobody: no active colleague is called so.",
  ]);
});

test("while a name is typed only the first name of several is said", () => {
  expect(untoldNames("@Al and @bo", team, "Nora Me", true)).toHaveLength(1);
});

test("before it is known who is on the team nothing is said", () => {
  expect(untoldNames("@Zoe", [], "Nora Me")).toEqual([]);
});

import type { Colleague } from "@deskhand/contract/team";
import { expect, test } from "vitest";
import { untoldNames } from "./untold-notice.tsx";

const person = (name: string, isActive = true): Colleague => ({ id: name, name, email: "", isActive, role: "agent" });
const team = [person("Alma Berg"), person("Bo Ek"), person("Bo Lind"), person("Gone Girl", false), person("Nora Me")];
const untold = (text: string) => untoldNames(text, team, "Nora Me");

test("says nothing about an unambiguous first name", () => {
  expect(untold("@Alma and @bo lind, see mail@ada.example")).toEqual([]);
});

test("says that an ambiguous first name notifies nobody", () => {
  expect(untold("Ask @BO.")).toEqual(["“@BO” tells nobody: Bo Ek and Bo Lind are called so. Write the whole name."]);
});

test("lists names of nobody, of former colleagues and of the note's author", () => {
  expect(untold("@Zoe (tel.), @gone girl, @Nora and @C.")).toEqual([
    "“@Zoe” tells nobody: no active colleague is called so.",
    "“@gone girl” tells nobody: no active colleague is called so.",
    "“@Nora” tells nobody: no active colleague is called so.",
    "“@C” tells nobody: no active colleague is called so.",
  ]);
});

test("reports only ambiguous first names while a name is being typed", () => {
  expect(untoldNames("@Al and @bo", team, "Nora Me", true)).toHaveLength(1);
});

test("a team is known by its whole name, and tells nobody without members", () => {
  const teams = ["Alma Returns", "Empty"].map((name) => ({ ...person(name, name !== "Empty"), isTeam: true as const }));
  const all = [...team, ...teams];
  expect(untoldNames("@alma returns and @Alma", all, "Nora Me")).toEqual([]);
  expect(untoldNames("@Empty", all, "Nora Me")).toEqual(["“@Empty” tells nobody: no active colleague is called so."]);
});

test("says nothing before the team is loaded", () => {
  expect(untoldNames("@Zoe", [], "Nora Me")).toEqual([]);
});

import { expect, test } from "vitest";
import { namesakeOf } from "./namesake.ts";

const isNamesake = namesakeOf([
  { email: "help@lumen.example", name: "Lumen & Loom", isStore: true },
  { email: "mina@lumen.example", name: "Mina Castellanos" },
  { email: "jo@lumen.example", name: "Jo" },
  { email: "nobody@lumen.example", name: null },
  { email: "star@lumen.example", name: "★" },
]);
const poses = (name: string | null, email = "sly@else.example") => isNamesake({ email, name });

test.each([
  "Mina Castellanos",
  "Mina  CASTELLANOS",
  "Castellanos, Mina",
  "Agent, Mina Castellanos",
  "Mína Castellaños (support)",
  "Ｍｉｎａ Castellanos",
  "Mi\u200bna Castellanos",
  "mina.castellanos".replace(".", "_"),
  "Jo",
  "★",
  "Lumen & Loom",
  "Lumen & Loom Support",
  "The LUMEN-LOOM team",
])("%s could be mistaken for somebody", (name) => {
  expect(poses(name)).toBe(true);
});

test.each([
  "Mina",
  "Castellanos & Sons",
  "Wilhelmina Castellanos",
  "Jo Miller",
  "Loom & Lumens",
  "Lumen of the Loom",
  "%",
  "",
  null,
])("%s could not be", (name) => {
  expect(poses(name)).toBe(false);
});

test("nobody is mistaken for themselves, or for another because of an address as their name", () => {
  expect(poses("Castellanos, Mina", "mina@lumen.example")).toBe(false);
  expect(poses("Lumen & Loom", "help@lumen.example")).toBe(false);
  expect(poses(" Jo@Else.example", "jo@else.example")).toBe(false);
});

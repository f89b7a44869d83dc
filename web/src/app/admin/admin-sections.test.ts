import { type AdminSectionId, adminSectionIds } from "@deskhand/contract/admin/sections";
import { permissionsOf, type Role, refusalOf } from "@deskhand/contract/permissions";
import { expect, test } from "vitest";
import { adminSections, offeredAdminSections } from "./admin-sections.ts";

const offeredTo = (role: Role) => offeredAdminSections((permission) => permissionsOf[role].includes(permission));

/** The words with which somebody is refused what a section needs; none if everybody may. */
function refusalIn(id: AdminSectionId): string {
  const { needs } = adminSections[id];
  return (needs && refusalOf(needs)) ?? "";
}

test("everybody sees the administration, and nobody a section whose requests they would be refused", () => {
  expect(offeredTo("admin")).toEqual(adminSectionIds);
  expect(offeredTo("supervisor")).toEqual(adminSectionIds.filter((id) => !/^Only administrators/.test(refusalIn(id))));
  expect(offeredTo("agent")).toEqual(adminSectionIds.filter((id) => refusalIn(id) === ""));
  const counts = (["agent", "supervisor", "admin"] as const).map((role) => offeredTo(role).length);
  expect(counts).toEqual([...new Set(counts)].sort((one, other) => one - other));
});

test("a subsection follows its section, which is offered to everybody who is offered the subsection", () => {
  for (const id of adminSectionIds) {
    const { under } = adminSections[id];
    if (under === undefined) continue;
    const before = adminSectionIds[adminSectionIds.indexOf(id) - 1] ?? id;
    expect([under, before === under ? under : adminSections[before].under]).toEqual([under, under]);
    expect(adminSections[under].needs).toBeUndefined();
  }
});

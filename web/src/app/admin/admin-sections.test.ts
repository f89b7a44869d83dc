import { adminSectionIds } from "@deskhand/contract/admin/sections";
import { permissionsOf, type Role } from "@deskhand/contract/permissions";
import { expect, test } from "vitest";
import { adminSections, offeredAdminSections } from "./admin-sections.ts";

const forAdmins = ["storage", "mail-log", "shared-senders", "audit-log", "notifications", "security", "database"];
const offeredTo = (role: Role) => offeredAdminSections((permission) => permissionsOf[role].includes(permission));

test("everybody is offered the administration, its logs and shared senders are admins', and blocking is not for agents", () => {
  expect(offeredTo("admin")).toEqual(adminSectionIds);
  expect(offeredTo("supervisor")).toEqual(adminSectionIds.filter((id) => !forAdmins.includes(id)));
  expect(offeredTo("agent")).toEqual(offeredTo("supervisor").filter((id) => id !== "blocked-senders"));
});

test("what belongs to a section stands below it, and who is offered it is offered that section", () => {
  for (const id of adminSectionIds) {
    const { under } = adminSections[id];
    if (under === undefined) continue;
    const before = adminSectionIds[adminSectionIds.indexOf(id) - 1] ?? id;
    expect([under, before === under ? under : adminSections[before].under]).toEqual([under, under]);
    expect(adminSections[under].needs).toBeUndefined();
  }
});

import { adminSectionIds } from "@deskhand/contract/admin/sections";
import { permissionsOf, type Role } from "@deskhand/contract/permissions";
import { expect, test } from "vitest";
import { adminSections, offeredAdminSections } from "./admin-sections.ts";

const forAdmins = [
  "storage",
  "rules",
  "mail-log",
  "shared-senders",
  "audit-log",
  "notifications",
  "security",
  "database",
];
const offeredTo = (role: Role) => offeredAdminSections((permission) => permissionsOf[role].includes(permission));

test("everybody sees the administration, only admins its logs and shared senders, and agents no blocking", () => {
  expect(offeredTo("admin")).toEqual(adminSectionIds);
  expect(offeredTo("supervisor")).toEqual(adminSectionIds.filter((id) => !forAdmins.includes(id)));
  expect(offeredTo("agent")).toEqual(offeredTo("supervisor").filter((id) => id !== "blocked-senders"));
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

import { type AuditKind, auditKinds } from "@deskhand/contract/admin/audit-actions";
import { getRouteApi } from "@tanstack/react-router";
import { AuditScreen } from "../../features/audit/audit-screen.tsx";
import { oneOf } from "../../lib/address-values.ts";

const route = getRouteApi("/desk/dashboard/admin");

const kinds = Object.keys(auditKinds) as AuditKind[];

/** The audit log, with its filters in the URL. */
export function AuditLogTab() {
  const { person, kind, from, to } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <AuditScreen
      filter={{ person, kind: oneOf(kind, kinds), from, to }}
      onFilter={(filter) => void navigate({ search: { view: "audit-log", ...filter }, replace: true })}
    />
  );
}

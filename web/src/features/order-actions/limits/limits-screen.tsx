import { type ActionMode, orderActionLabels } from "@deskhand/contract/actions/action-kinds";
import type { OrderLimits } from "@deskhand/contract/actions/allowed-actions";
import type { Role } from "@deskhand/contract/permissions";
import { isDefinedError } from "@orpc/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import { formatMoney } from "../../../lib/format.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { useSession } from "../../../lib/session.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { LeaveGuard } from "../../../screens/leave-guard.tsx";
import { useVersionedForm, VersionedForm } from "../../../screens/settings/versioned-form.tsx";
import { Card } from "../../../ui/card.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { showToast } from "../../../ui/overlay/show-toast.ts";
import { PartHeader } from "../../../ui/part-header.tsx";
import { PanelSkeleton } from "../../../ui/skeleton.tsx";
import { draftOf, type LimitDraft, limitsOf, type RoleDraft } from "./limits-draft.ts";

const modes: readonly { value: ActionMode; label: string }[] = [
  { value: "may", label: "Alone, within the limit" },
  { value: "asks", label: "Asks each time" },
  { value: "off", label: "Off" },
];
const roleNames: Record<Role, string> = { agent: "Agents", supervisor: "Supervisors", admin: "Admins" };

/** What each role may do to orders alone (docs/product.md#acting-on-orders); above it a colleague approves. */
export function LimitsScreen() {
  const { data, error, refetch } = useQuery(api.orderLimits.get.queryOptions());
  return (
    <LeaveGuard stays={(search) => "view" in search && search.view === "order-limits"}>
      <PartHeader
        title="Order Limits"
        subtitle="What each role may do to orders alone. Above it, a supervisor or an admin is asked and decides."
      />
      {data !== undefined ? (
        <Limits key={data.version} limits={data} onOutdated={() => void refetch()} />
      ) : error === null ? (
        <PanelSkeleton lines={9} />
      ) : (
        <FailureBanner error={error} title="The limits could not be loaded" onRetry={() => void refetch()} />
      )}
    </LeaveGuard>
  );
}

function Limits({ limits, onOutdated }: { limits: OrderLimits; onOutdated: () => void }) {
  const cache = useQueryClient();
  const isManager = useSession().can("store:manage");
  const { version, currency, own } = limits;
  const save = useMutation(
    api.orderLimits.save.mutationOptions({
      ...failsOffline,
      onSuccess(saved) {
        cache.setQueryData(api.orderLimits.get.queryKey(), saved);
        showToast({ id: "order-limits", title: "Limits saved", message: "They hold from now on." });
      },
    }),
  );
  const { draft, faults, change, state } = useVersionedForm({
    name: "limits",
    begin: () => draftOf(limits),
    save,
    send: (typed) => save.mutate({ version, roles: limitsOf(typed) }),
  });

  function set(at: number, kindAt: number, changed: Partial<LimitDraft>) {
    const kinds = (role: RoleDraft) =>
      role.kinds.map((limit, place) => (place === kindAt ? { ...limit, ...changed } : limit));
    change(draft.map((role, place) => (place === at ? { ...role, kinds: kinds(role) } : role)));
  }

  return (
    <VersionedForm
      state={state}
      what="limits"
      isOutdated={isDefinedError(save.error) && save.error.code === "order_limits_changed_meanwhile"}
      onOutdated={onOutdated}
      isManager={isManager}
      refusal="Only administrators can change what may be done to orders"
      className="flex max-w-220 flex-col gap-3"
    >
      {own.day !== null && (
        <p className="text-soft">
          Within the last 24 hours you refunded {formatMoney(own.used, currency)} of {formatMoney(own.day, currency)}.
        </p>
      )}
      {draft.map((role, at) => (
        <Card key={role.role}>
          <h3 className="mb-2 font-semibold">{roleNames[role.role]}</h3>
          <ul className="flex flex-col divide-y divide-line">
            {role.kinds.map((limit, kindAt) => (
              <LimitRow
                key={limit.kind}
                role={roleNames[role.role]}
                limit={limit}
                currency={currency}
                isReadOnly={!isManager}
                faultOf={(field) =>
                  faults[`roles.${at}.kinds.${kindAt}.${field}`] ?? faults[`roles.${role.role}.${limit.kind}`]
                }
                onChange={(changed) => set(at, kindAt, changed)}
              />
            ))}
          </ul>
        </Card>
      ))}
    </VersionedForm>
  );
}

interface LimitRowProps {
  role: string;
  limit: LimitDraft;
  currency: string;
  isReadOnly: boolean;
  faultOf: (field: string) => string | undefined;
  onChange: (changed: Partial<LimitDraft>) => void;
}

function LimitRow({ role, limit, currency, isReadOnly, faultOf, onChange }: LimitRowProps) {
  const { kind, mode } = limit;
  const about = `${role}: ${orderActionLabels[kind]}`;
  const fields =
    kind === "refund"
      ? ([
          ["each", `${currency} at once`],
          ["day", `${currency} in 24 h`],
          ["times", "times in 24 h"],
        ] as const)
      : ([["times", "times in 24 h"]] as const);
  return (
    <li className="grid items-start gap-x-3 gap-y-1.5 py-2.5 sm:grid-cols-[minmax(0,1fr)_210px_minmax(0,330px)]">
      <p className="sm:pt-1">
        {orderActionLabels[kind]}
        {(kind === "cancel" || kind === "edit") && (
          <span className="block text-soft text-xs">What it refunds has to be within the limits of refunds, too.</span>
        )}
      </p>
      <Select
        small
        aria-label={`${about}: alone, asked for or off`}
        disabled={isReadOnly}
        value={mode}
        options={modes}
        onChange={(chosen) => onChange({ mode: chosen })}
      />
      {mode === "may" && (
        <div className="flex flex-wrap gap-x-3 gap-y-1.5">
          {fields.map(([field, unit]) => {
            const fault = faultOf(field);
            return (
              <div key={field} className="min-w-0 flex-1 basis-24">
                <Input
                  small
                  aria-label={`${about}: ${unit}`}
                  aria-invalid={fault !== undefined || undefined}
                  inputMode={field === "times" ? "numeric" : "decimal"}
                  placeholder="No limit"
                  maxLength={16}
                  disabled={isReadOnly}
                  value={limit[field]}
                  onChange={({ target }) => onChange({ [field]: target.value })}
                />
                <p className={fault === undefined ? "mt-0.5 text-soft text-xs" : "mt-0.5 text-red text-xs"}>
                  {fault ?? unit}
                </p>
              </div>
            );
          })}
        </div>
      )}
    </li>
  );
}

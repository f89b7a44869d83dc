import { teamFaults } from "@deskhand/contract/admin/team-faults";
import { teamLimits } from "@deskhand/contract/admin/team-limits";
import type { Team, TeamDefinition } from "@deskhand/contract/admin/teams";
import { isFoundBy } from "@deskhand/contract/search/search-line";
import { useState } from "react";
import { useColleagues } from "../../entities/person/use-colleagues.ts";
import { api } from "../../lib/api.ts";
import { SettingDialog } from "../../screens/settings/setting-dialog.tsx";
import type { FormProps } from "../../screens/settings/settings-screen.tsx";
import { useSettingForm } from "../../screens/settings/use-setting-form.ts";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { InputField } from "../../ui/form/field.tsx";
import { Input } from "../../ui/form/input.tsx";
import { RadioList } from "../../ui/form/radio-list.tsx";

/** A team's form, with numbers as they are typed. */
interface Draft {
  name: string;
  memberIds: string[];
  givesOut: boolean;
  limit: string;
  minutes: string;
}

const defaultMinutes = "30";

function draftOf(team?: Team): Draft {
  if (team === undefined) return { name: "", memberIds: [], givesOut: true, limit: "", minutes: defaultMinutes };
  const { name, memberIds, givesOut, openLimit, tellAfterMinutes } = team;
  return { name, memberIds, givesOut, limit: String(openLimit ?? ""), minutes: String(tellAfterMinutes ?? "") };
}

function definitionOf({ name, memberIds, givesOut, limit, minutes }: Draft): TeamDefinition {
  return { name, memberIds, givesOut, openLimit: numberOf(limit), tellAfterMinutes: numberOf(minutes) };
}

const numberOf = (text: string) => (text.trim() === "" ? null : Number(text));

/** What is typed and is no number; the rest is the server's to refuse. */
function faultsIn({ limit, minutes }: Draft): Partial<Record<"openLimit" | "tellAfterMinutes", string>> {
  return {
    ...(Number.isNaN(numberOf(limit)) && { openLimit: teamFaults.openLimit }),
    ...(Number.isNaN(numberOf(minutes)) && { tellAfterMinutes: teamFaults.tellAfterMinutes }),
  };
}

/** Makes or changes a team. */
export function TeamDialog(props: FormProps<Team>) {
  const form = useSettingForm({
    ...props,
    kind: "team",
    draftOf,
    check: faultsIn,
    create: (draft, { idempotencyKey }) => api.teams.create.call({ ...definitionOf(draft), idempotencyKey }),
    update: (draft, target) => api.teams.update.call({ ...definitionOf(draft), ...target }),
  });
  const { draft, change, faultOf } = form;
  const isNew = props.item === undefined;
  return (
    <SettingDialog
      form={form}
      one="team"
      title={isNew ? "New Team" : "Edit Team"}
      saveLabel={isNew ? "Create Team" : "Save Changes"}
    >
      <InputField
        label="Name"
        required
        data-autofocus
        dir="auto"
        maxLength={teamLimits.teamNameLength}
        error={faultOf("name")}
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <Members chosen={draft.memberIds} onChange={(memberIds) => change({ memberIds })} />
      <RadioList
        legend="Tickets of the team"
        value={draft.givesOut ? "give" : "take"}
        options={[
          {
            value: "give",
            label: "Are given to a member",
            description: "Of those who are online and not away, the one with the fewest open tickets.",
          },
          { value: "take", label: "Wait until somebody takes them" },
        ]}
        onChange={(way) => change({ givesOut: way === "give" })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField
          label="Open tickets each, at most"
          hint="Empty for no limit. Only counts when the team gives tickets."
          inputMode="numeric"
          disabled={!draft.givesOut}
          error={faultOf("openLimit")}
          value={draft.limit}
          onChange={(event) => change({ limit: event.target.value })}
        />
        <InputField
          label="Minutes until supervisors are told"
          hint="Of a ticket that nobody has. Empty for never."
          inputMode="numeric"
          error={faultOf("tellAfterMinutes")}
          value={draft.minutes}
          onChange={(event) => change({ minutes: event.target.value })}
        />
      </div>
    </SettingDialog>
  );
}

/** More than so many are searched. */
const MOST_WITHOUT_SEARCH = 12;

/** Chooses the members among the active colleagues. */
function Members({ chosen, onChange }: { chosen: string[]; onChange: (ids: string[]) => void }) {
  const { colleagues } = useColleagues();
  const [search, setSearch] = useState("");
  const people = colleagues.filter(({ isActive }) => isActive);
  const isFound = isFoundBy(search);
  const shown = people.filter(({ name }) => isFound(name));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium text-sm text-soft">
        Members <span className="font-normal tabular">({chosen.length})</span>
      </legend>
      {people.length > MOST_WITHOUT_SEARCH && (
        <Input
          type="search"
          aria-label="Search colleagues"
          placeholder="Search colleagues..."
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <div className="grid max-h-60 gap-x-4 gap-y-2 overflow-y-auto p-0.5 sm:grid-cols-2">
        {shown.map(({ id, name }) => (
          <Checkbox
            key={id}
            className="min-w-0"
            label={
              <bdi className="min-w-0 truncate" title={name}>
                {name}
              </bdi>
            }
            checked={chosen.includes(id)}
            onChange={() => onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])}
          />
        ))}
        {shown.length === 0 && <p className="text-sm text-soft">Nobody is found.</p>}
      </div>
    </fieldset>
  );
}

import type { CannedResponse } from "@deskhand/contract/canned-responses";
import { useTeams } from "../../entities/person/use-teams.ts";
import { useSession } from "../../lib/session.ts";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";

interface HomeFieldProps {
  /** Null for a new one. */
  response: CannedResponse | null;
  isOwn: boolean;
  /** "" for no team. */
  teamId: string;
  onChange: (home: { isOwn: boolean; teamId: string }) => void;
}

/** Chooses who sees a response: oneself, a team that one may choose, or everybody. One that others saw is nobody's own again. */
export function HomeField({ response, isOwn, teamId, onChange }: HomeFieldProps) {
  const { user, can } = useSession();
  const { teams, isLoaded } = useTeams();
  const offered = teams.filter(({ id, memberIds }) => {
    return can("teams:manage") || memberIds.includes(user?.id ?? "") || id === teamId;
  });
  const options = [
    ...(response === null || response.isOwn ? [{ value: "me", label: "Only me" }] : []),
    ...offered.map(({ id, name }) => ({ value: id, label: name })),
    { value: "everybody", label: "Everybody" },
  ];
  if (teamId !== "" && !offered.some(({ id }) => id === teamId)) {
    options.push({ value: teamId, label: isLoaded ? "A deleted team" : "…" });
  }
  const value = isOwn ? "me" : teamId || "everybody";
  return (
    <Field label="Who sees it" hint={hintOf(value, response)}>
      {(control) => (
        <Select
          {...control}
          value={value}
          options={options}
          onChange={(chosen) => {
            onChange({ isOwn: chosen === "me", teamId: chosen === "me" || chosen === "everybody" ? "" : chosen });
          }}
        />
      )}
    </Field>
  );
}

function hintOf(value: string, response: CannedResponse | null): string | undefined {
  if (value === "me") return "Colleagues do not see it.";
  if (value === "everybody") return response === null ? undefined : "Once everybody sees it, they keep seeing it.";
  return "The members of the team see and change it, and so do admins.";
}

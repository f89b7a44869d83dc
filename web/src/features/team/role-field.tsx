import { type Role, roles } from "@deskhand/contract/permissions";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import type { Tone } from "../../ui/tone.ts";

/** Each role's label and description (docs/product.md#roles). */
export const roleWords: Record<Role, { label: string; about: string; tone: Tone }> = {
  agent: { label: "Agent", about: "Can view and respond to tickets", tone: "grey" },
  supervisor: { label: "Supervisor", about: "Can manage agents and view reports", tone: "blue" },
  admin: { label: "Admin", about: "Full system access and user management", tone: "violet" },
};

interface RoleFieldProps {
  value: Role;
  onChange: (role: Role) => void;
  error?: string | undefined;
  disabled: boolean;
}

const options = roles.map((role) => ({ value: role, label: roleWords[role].label }));

/** Chooses a role, with its description. */
export function RoleField({ value, onChange, error, disabled }: RoleFieldProps) {
  return (
    <Field label="Role" required hint={roleWords[value].about} error={error}>
      {(control) => <Select {...control} value={value} onChange={onChange} options={options} disabled={disabled} />}
    </Field>
  );
}

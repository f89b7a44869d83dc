import { type Role, roles } from "@deskhand/contract/permissions";
import { roleWords } from "../../entities/person/role-words.ts";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";

interface RoleFieldProps {
  value: Role;
  onChange: (role: Role) => void;
  error?: string | undefined;
  disabled: boolean;
}

const options = roles.map((role) => ({ value: role, label: roleWords[role].label }));

/** The choice of a role, with what it may do. */
export function RoleField({ value, onChange, error, disabled }: RoleFieldProps) {
  return (
    <Field label="Role" required hint={roleWords[value].about} error={error}>
      {(control) => <Select {...control} value={value} onChange={onChange} options={options} disabled={disabled} />}
    </Field>
  );
}

import { apiKeyLimits } from "@deskhand/contract/programs/api-key-limits";
import { type ApiKeyScope, apiKeyScopeNames, apiKeyScopes } from "@deskhand/contract/programs/api-key-scopes";
import type { ApiKey, ApiKeyDefinition } from "@deskhand/contract/programs/api-keys";
import { api } from "../../lib/api.ts";
import { SettingDialog } from "../../screens/settings/setting-dialog.tsx";
import type { FormProps } from "../../screens/settings/settings-screen.tsx";
import { useSettingForm } from "../../screens/settings/use-setting-form.ts";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Field, InputField } from "../../ui/form/field.tsx";
import { Textarea } from "../../ui/form/textarea.tsx";

interface ApiKeyDialogProps extends FormProps<ApiKey> {
  /** Called with a new key, which nothing shows again. */
  onKey: (made: { name: string; key: string }) => void;
}

/** A key's form, with its end as a day and its addresses as they are typed. */
interface Draft {
  name: string;
  scopes: ApiKeyScope[];
  lastDay: string;
  ranges: string;
}

function draftOf(apiKey?: ApiKey): Draft {
  if (apiKey === undefined) return { name: "", scopes: ["tickets:read"], lastDay: "", ranges: "" };
  const { name, scopes, endsAt, ranges } = apiKey;
  return { name, scopes, lastDay: endsAt === null ? "" : dayOf(endsAt), ranges: ranges.join("\n") };
}

function definitionOf({ name, scopes, lastDay, ranges }: Draft): ApiKeyDefinition {
  const listed = ranges.split(/[\s,;]+/).filter((range) => range !== "");
  return { name, scopes, endsAt: lastDay === "" ? null : endOf(lastDay), ranges: listed };
}

/** The day in UTC on which a key ends, with its last second. */
const dayOf = (endsAt: string) => endsAt.slice(0, 10);
const endOf = (day: string) => `${day}T23:59:59.000Z`;

/** Makes or changes an API key. */
export function ApiKeyDialog({ onKey, ...props }: ApiKeyDialogProps) {
  const form = useSettingForm({
    ...props,
    kind: "api_key",
    draftOf,
    async create(draft, { idempotencyKey }) {
      const { apiKey, key } = await api.apiKeys.create.call({ ...definitionOf(draft), idempotencyKey });
      onKey({ name: apiKey.name, key });
    },
    update: (draft, { id }) => api.apiKeys.update.call({ ...definitionOf(draft), id }),
  });
  const { draft, change, faultOf, isSaving } = form;
  const isNew = props.item === undefined;
  return (
    <SettingDialog
      form={form}
      one="API key"
      title={isNew ? "New API Key" : "Edit API Key"}
      saveLabel={isNew ? "Create API Key" : "Save Changes"}
    >
      <InputField
        label="Name"
        required
        data-autofocus
        autoComplete="off"
        placeholder="Warehouse script"
        hint="Trails and the audit log show it for what the key changes."
        maxLength={apiKeyLimits.apiKeyNameLength}
        value={draft.name}
        error={faultOf("name")}
        readOnly={isSaving}
        onChange={({ target }) => change({ name: target.value })}
      />
      <Scopes chosen={draft.scopes} error={faultOf("scopes")} onChange={(scopes) => change({ scopes })} />
      <InputField
        label="Last day"
        type="date"
        hint="Ends with this day, UTC. Empty for no end."
        value={draft.lastDay}
        error={faultOf("endsAt")}
        readOnly={isSaving}
        onChange={({ target }) => change({ lastDay: target.value })}
      />
      <Field
        label="Addresses"
        hint="It may be used only from these, such as 198.51.100.7 or 198.51.100.0/24. Empty for anywhere."
        error={faultOf("ranges")}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            spellCheck={false}
            value={draft.ranges}
            readOnly={isSaving}
            onChange={({ target }) => change({ ranges: target.value })}
          />
        )}
      </Field>
    </SettingDialog>
  );
}

interface ScopesProps {
  chosen: readonly ApiKeyScope[];
  error: string | undefined;
  onChange: (scopes: ApiKeyScope[]) => void;
}

/** Chooses what a key may do; in the order of the list, however they were clicked. */
function Scopes({ chosen, error, onChange }: ScopesProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium text-sm text-soft">
        Scopes <span className="font-normal tabular">({chosen.length})</span>
      </legend>
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {apiKeyScopeNames.map((scope) => (
          <Checkbox
            key={scope}
            label={
              <span title={scope}>
                {apiKeyScopes[scope]} <span className="sr-only">({scope})</span>
              </span>
            }
            checked={chosen.includes(scope)}
            onChange={({ target }) =>
              onChange(apiKeyScopeNames.filter((name) => (name === scope ? target.checked : chosen.includes(name))))
            }
          />
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className="text-red text-xs">
          {error}
        </p>
      )}
    </fieldset>
  );
}

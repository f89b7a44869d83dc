import { actionLimits } from "@deskhand/contract/actions/action-limits";
import type { ShippingAddress } from "@deskhand/contract/actions/action-parts";
import { MailOpen } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Field, InputField } from "../../../ui/form/field.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { type AddressField, countries, shapeOf } from "../address/address-shape.ts";
import { useMailAddress } from "../address/mail-address.ts";
import { beginAddress } from "../plans.ts";
import type { FormProps } from "./form-props.ts";

interface AddressFormProps extends FormProps<"address"> {
  /** The ticket whose mails may have the new address; null for none. */
  ticketId: string | null;
}

/** The shipping address in the fields of its country, beside the one that the order has. */
export function AddressForm({ look, plan, ticketId, faultOf, onChange }: AddressFormProps) {
  const { address } = plan;
  const before = beginAddress(look);
  const inMail = useMailAddress(ticketId, before);
  const { fields, names, provinces } = shapeOf(address.countryCode);
  const change = (changed: Partial<ShippingAddress>) => onChange({ ...plan, address: { ...address, ...changed } });
  const wasOf = (field: AddressField) => {
    const was = before[field] ?? "";
    if (was === (address[field] ?? "")) return undefined;
    return was === "" ? "Was empty" : `Was: ${field === "countryCode" ? countryName(was) : was}`;
  };

  return (
    <>
      {inMail !== null && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-accent/35 bg-accent/10 px-3 py-2">
          <MailOpen size={16} aria-hidden className="shrink-0 text-accent" />
          <p className="min-w-0 flex-1 basis-56 break-anywhere">
            From <bdi>{inMail.by}</bdi>’s mail: <bdi className="font-medium">{linesOf(inMail.address).join(", ")}</bdi>
          </p>
          <Button size="sm" onClick={() => onChange({ ...plan, address: inMail.address })}>
            Use this address
          </Button>
        </div>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-[180px_minmax(0,1fr)]">
        <section aria-label="Address now" className="rounded-control border border-line px-3 py-2">
          <h3 className="mb-1 text-soft text-xs">Now</h3>
          {look.shippingAddress === null ? (
            <p className="text-soft">The order has no shipping address.</p>
          ) : (
            <address className="not-italic">
              {[[before.firstName, before.lastName].filter(Boolean).join(" "), before.company, ...linesOf(before)]
                .filter(Boolean)
                .map((line, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an address may have equal lines, which never reorder.
                  <bdi key={at} className="block break-anywhere">
                    {line}
                  </bdi>
                ))}
            </address>
          )}
        </section>
        <div className="grid grid-cols-2 gap-3">
          {fields.map((field) => (
            <div key={field} className={halves.includes(field) ? "max-sm:col-span-2" : "col-span-2"}>
              {field === "countryCode" ? (
                <Field label={names.countryCode} required error={faultOf("address.countryCode")} hint={wasOf(field)}>
                  {(control) => (
                    <Select
                      {...control}
                      value={address.countryCode}
                      options={[{ value: "", label: "Choose a country" }, ...countries]}
                      onChange={(countryCode) => change({ countryCode })}
                    />
                  )}
                </Field>
              ) : field === "provinceCode" && provinces !== null ? (
                <Field label={names.provinceCode} error={faultOf("address.provinceCode")} hint={wasOf(field)}>
                  {(control) => (
                    <Select
                      {...control}
                      value={address.provinceCode ?? ""}
                      options={[
                        { value: "", label: "Choose one" },
                        ...provinceOptions(provinces, address.provinceCode),
                      ]}
                      onChange={(provinceCode) => change({ provinceCode: provinceCode || null })}
                    />
                  )}
                </Field>
              ) : (
                <InputField
                  label={names[field]}
                  data-autofocus={field === "address1" || undefined}
                  dir="auto"
                  autoComplete="off"
                  maxLength={actionLimits.addressFieldLength}
                  value={address[field] ?? ""}
                  error={faultOf(`address.${field}`)}
                  hint={wasOf(field)}
                  onChange={({ target }) => change({ [field]: target.value || null })}
                />
              )}
            </div>
          ))}
        </div>
      </div>
    </>
  );
}

/** Fields that share a row where there is room. */
const halves: readonly AddressField[] = [
  "firstName",
  "lastName",
  "zip",
  "city",
  "provinceCode",
  "countryCode",
  "phone",
];

const countryName = (code: string) => countries.find(({ value }) => value === code)?.label ?? code;

/** A province that the list does not know stays as it is. */
function provinceOptions(provinces: readonly (readonly [string, string])[], current: string | null) {
  const known = provinces.map(([value, label]) => ({ value, label }));
  const isKnown = current === null || provinces.some(([code]) => code === current);
  return isKnown ? known : [{ value: current, label: current }, ...known];
}

/** An address without who lives there: street, place, country. */
function linesOf({ address1, address2, zip, city, provinceCode, countryCode }: ShippingAddress): string[] {
  const place = [zip, city, provinceCode].filter(Boolean).join(" ");
  return [address1, address2, place, countryCode && countryName(countryCode)].flatMap((line) => line || []);
}

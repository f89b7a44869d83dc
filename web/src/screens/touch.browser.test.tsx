/// <reference types="@vitest/browser-playwright" />
import { expect, onTestFinished, test } from "vitest";
import { cdp, page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/form/checkbox.tsx";
import { Chip } from "../ui/form/chip.tsx";
import { Input } from "../ui/form/input.tsx";
import { Select } from "../ui/form/select.tsx";
import { TextLink } from "../ui/text-link.tsx";
import "../ui/theme.css";

const options = [{ value: "low", label: "Low" }];

async function draw() {
  const { container } = await render(
    <>
      <Button size="sm">Small</Button>
      <Chip pressed={false}>Chip</Chip>
      <Checkbox label="Box" />
      <Input small aria-label="Due date" />
      <Select small aria-label="Priority" options={options} value="low" onChange={() => undefined} />
      <div className="flex">
        <TextLink href="#alone">Alone</TextLink>
      </div>
      <p>
        Text with <TextLink href="#within">a link</TextLink> in it
      </p>
    </>,
  );
  const sizes = () =>
    [...container.querySelectorAll("button, label, input:not([type=checkbox]), select, a")].map(
      (element) => element.getBoundingClientRect().height,
    );
  const letters = () =>
    [...container.querySelectorAll("input, select")].map((field) => getComputedStyle(field).fontSize);
  return { sizes, letters };
}

test("on a phone all controls are as large as a finger, except links in text", async () => {
  await page.viewport(390, 780);
  onTestFinished(() => page.viewport(1280, 800));
  const { sizes, letters } = await draw();
  expect(sizes().slice(0, -1)).toEqual([40, 40, 40, 40, 40, 40]);
  expect(sizes().at(-1)).toBeLessThan(24);
  expect(new Set(letters().slice(1))).toEqual(new Set(["16px"]));
});

test("controls are small with a mouse, and large with fingers even in a wide window", async () => {
  const { sizes, letters } = await draw();
  expect(Math.max(...sizes())).toBeLessThan(40);
  expect(letters().slice(1)).toEqual(["13px", "13px"]);
  const touch = async (enabled: boolean) => {
    await cdp().send("Emulation.setTouchEmulationEnabled", { enabled });
  };
  await touch(true);
  onTestFinished(() => touch(false));
  await expect.poll(() => sizes().slice(0, -1)).toEqual([40, 40, 40, 40, 40, 40]);
  expect(letters().slice(1)).toEqual(["16px", "16px"]);
});

import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { isOuterAddress } from "./outer-address.ts";

const inner = `
  0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1 127.1.2.3 127.255.255.255
  169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1 192.168.255.255
  198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 168.63.129.16
  :: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b::808:808 64:ff9b:1::1
  100::1 100:0:0:1::1 2001::1 2001:0:7f00:1::1 2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1::1 2002:a9fe:a9fe::1 3fff::1
  5f00::1 fc00::1 fd00:ec2::254 fdff::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1 ff0e::1 4000::1 1fff::1`;
const none = [
  "",
  "localhost",
  "127.1",
  "0x7f.0.0.1",
  "0177.0.0.1",
  "2130706433",
  "8.8.8.8 ",
  "8.8.8.8:80",
  "[2606::1]",
  "1.2.3",
];
const outer = `
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 93.184.215.14 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255
  169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0
  223.255.255.255 168.63.129.15 2606:4700::1111 2001:4860:4860::8888 2a00:1450:4001::1 2001:200::1 2003::1 2400::1`;
const words = (list: string) => list.trim().split(/\s+/);

test.each([...words(inner), ...none])("%s is not on the internet", (address) => {
  expect(isOuterAddress(address)).toBe(false);
});

test.each(words(outer))("%s is", (address) => {
  expect(isOuterAddress(address)).toBe(true);
});

test("this machine's own addresses are not", () => {
  const own = Object.values(networkInterfaces()).flatMap((networks = []) => networks.map(({ address }) => address));
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter(isOuterAddress)).toEqual([]);
});

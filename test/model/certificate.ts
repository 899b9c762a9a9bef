/** Certificates that are made where they are needed: a private authority, and what it vouches for. As little of DER as that takes. */
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";

const tlv = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Uint8Array.from([tag, ...length]), body]);
};
const sequence = (...parts: readonly Uint8Array[]): Buffer => tlv(0x30, ...parts);
const bytes = (...values: readonly number[]): Buffer => Buffer.from(values);
const oid = (hex: string): Buffer => tlv(0x06, Buffer.from(hex, "hex"));

const ECDSA_WITH_SHA256 = sequence(oid("2a8648ce3d040302"));
const nameOf = (name: string): Buffer => sequence(tlv(0x31, sequence(oid("550403"), tlv(0x0c, Buffer.from(name)))));
const extension = (hex: string, value: Uint8Array): Buffer =>
  sequence(oid(hex), tlv(0x01, bytes(0xff)), tlv(0x04, value));

/** From the year 2000 to the last one that there is. */
const VALIDITY = sequence(tlv(0x17, Buffer.from("000101000000Z")), tlv(0x18, Buffer.from("99991231235959Z")));
/** `basicConstraints`: an authority; `subjectAltName` below. */
const AUTHORITY = extension("551d13", sequence(tlv(0x01, bytes(0xff))));
const alternatives = (names: readonly string[], addresses: readonly (readonly number[])[]): Buffer =>
  extension(
    "551d11",
    sequence(
      ...addresses.map((address) => tlv(0x87, bytes(...address))),
      ...names.map((name) => tlv(0x82, Buffer.from(name))),
    ),
  );

function certificate(subject: string, key: KeyObject, issuer: string, by: KeyObject, more: Uint8Array): string {
  const content = sequence(
    tlv(0xa0, tlv(0x02, bytes(2))),
    tlv(0x02, bytes(subject.length)),
    ECDSA_WITH_SHA256,
    nameOf(issuer),
    VALIDITY,
    nameOf(subject),
    key.export({ type: "spki", format: "der" }),
    tlv(0xa3, sequence(more)),
  );
  const signature = tlv(0x03, bytes(0), sign("sha256", content, by));
  const base64 = sequence(content, ECDSA_WITH_SHA256, signature).toString("base64");
  return `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`;
}

export interface PrivateAuthority {
  /** Its certificate, as PEM. */
  readonly ca: string;
  /** Of a server on this machine, as PEM. */
  readonly key: string;
  readonly cert: string;
}

/** By default the server is this machine. */
export function privateAuthority(
  name = "authority",
  names: readonly string[] = ["localhost"],
  addresses: readonly (readonly number[])[] = [[127, 0, 0, 1]],
): PrivateAuthority {
  const [authority, server] = [0, 1].map(() => generateKeyPairSync("ec", { namedCurve: "prime256v1" }));
  if (authority === undefined || server === undefined) throw new Error("no keys");
  return {
    ca: certificate(name, authority.publicKey, name, authority.privateKey, AUTHORITY),
    cert: certificate("server", server.publicKey, name, authority.privateKey, alternatives(names, addresses)),
    key: server.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

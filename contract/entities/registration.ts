/** What a registration of a robot says, and the credentials that it shows once. */
import * as v from 'valibot';
import { ROBOT_MAPS_MAX } from '../rules/limits.ts';
import { handlerChecked } from './idOf.ts';
import { label, mapId } from './values.ts';

export const robotModel = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(40));
export const interfaceName = v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{1,40}$/u)), 'uagv');
export const registeredMaps = v.pipe(
  v.array(
    v.object({
      registerMapId: handlerChecked(mapId),
      robotMapName: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(100)),
    }),
  ),
  v.maxLength(ROBOT_MAPS_MAX),
);

/** A name in both languages; empty texts are allowed. */
export const nameTexts = v.object({ zhCN: v.pipe(label, v.trim()), enUS: v.pipe(label, v.trim()) });
export type NameTexts = v.InferOutput<typeof nameTexts>;

/** How a robot reaches the broker. */
export const BROKER_KINDS = ['webSocket', 'tls', 'tcp'] as const;
export const robotConnection = v.object({
  mqttUsername: v.string(),
  /** In the order of preference. */
  brokers: v.array(v.object({ kind: v.picklist(BROKER_KINDS), url: v.string() })),
  /** Prefix of all its topics, without a slash at the end. */
  topicPrefix: v.string(),
  /** URL of the certificate authority that the robot has to trust; null where it needs none of ours. */
  caUrl: v.nullable(v.string()),
});
export type RobotConnection = v.InferOutput<typeof robotConnection>;

/** What a claim code made by an account administrator can add to the roles of the account that uses it. */
export const CLAIM_ROLES = ['operator'] as const;
export type ClaimRole = (typeof CLAIM_ROLES)[number];
/** null: none. */
export const claimRole = v.optional(v.nullable(v.picklist(CLAIM_ROLES)), null);

/** The code with which a user becomes the robot's super administrator; `claimQr` is an image source. */
export const robotClaim = v.object({ claimCode: v.string(), claimQr: v.string(), claimRole });
export type RobotClaim = v.InferOutput<typeof robotClaim>;

/**
 * Claiming a robot: preview of the robot that a claim code binds and, in the demo, the screen of a robot that waits to
 * be bound.
 */
import * as v from 'valibot';
import { endpoint, signedIn } from '../endpoint.ts';
import { ROBOT_KINDS } from '../entities/constants.ts';
import { claimRole } from '../entities/registration.ts';
import { serialNumber, time } from '../entities/values.ts';
import { CLAIM_CODE_ROTATION_MS } from '../rules/limits.ts';

const described = {
  serialNumber,
  robotNickName: v.string(),
  robotModel: v.string(),
  kind: v.picklist(ROBOT_KINDS),
  siteName: v.string(),
};

export const claims = {
  look: endpoint('/robot/get-claim', {
    summary:
      "Returns the robot of a claim code, and whether it is free, bound to the caller, or bound to someone else; and the role that binding it would add to the caller's account. The owner's identity is not returned.",
    access: signedIn,
    kind: 'read',
    request: v.object({ code: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(80)) }),
    response: v.object({ ...described, standing: v.picklist(['free', 'yours', 'taken']), addedRole: claimRole }),
  }),
  screen: endpoint('/robot/get-waiting-robot', {
    summary: `Returns what an unbound simulated robot shows on its screen: a claim code that changes every ${CLAIM_CODE_ROTATION_MS / 1000} seconds; the previous code stays valid for one more interval. \`robot\` is null if every robot is bound.`,
    access: signedIn,
    kind: 'read',
    demoOnly: true,
    request: v.object({}),
    response: v.object({
      serverTime: time,
      robot: v.nullable(
        v.object({
          ...described,
          code: v.string(),
          /** Image source (`src` of an `img`). */
          picture: v.string(),
          /** When the screen switches to the next code. */
          changesAt: time,
        }),
      ),
    }),
  }),
};

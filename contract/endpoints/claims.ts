/** What a person sees before a robot is theirs: what its code would bind, and, in the demo, the screen of one that waits. */
import * as v from 'valibot';
import { endpoint, signedIn } from '../endpoint.ts';
import { ROBOT_KINDS } from '../entities/constants.ts';
import { serialNumber, time } from '../entities/values.ts';
import { CLAIM_CODE_TURN_MS } from '../rules/limits.ts';

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
      "The robot that a claim code is for, and whether it is free, the caller's, or somebody else's. Whose it is, is not told.",
    access: signedIn,
    kind: 'read',
    request: v.object({ code: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(80)) }),
    response: v.object({ ...described, standing: v.picklist(['free', 'yours', 'taken']) }),
  }),
  screen: endpoint('/robot/get-waiting-robot', {
    summary: `What the screen of a simulated robot shows that nobody has bound: its code, another every ${CLAIM_CODE_TURN_MS / 1000} seconds, the last one good for as long again. Null where every robot has somebody.`,
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
          /** What an `img` shows. */
          picture: v.string(),
          /** When the screen shows another. */
          changesAt: time,
        }),
      ),
    }),
  }),
};

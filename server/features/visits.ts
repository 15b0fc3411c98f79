/**
 * Visitors sign out with a code sent to their phone. Responses do not reveal who is visiting: a code is created for
 * every number, only visitors' numbers get a message, and the response does not wait for it. Therefore no captcha is
 * needed at the robot.
 */
import type { Handlers } from '../../contract/endpoint.ts';
import type { visits } from '../../contract/endpoints/visits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { record } from '../db/repositories/audit.ts';
import { endVisits, isVisiting, zoneOf } from '../db/repositories/visitorRecords.ts';
import type { RequestContext } from '../requestContext.ts';
import type { CountAddress } from './addressLimits.ts';
import type { Codes } from './codes.ts';
import { contactTargetOf } from './contactTarget.ts';

/** A visitor has no account. */
const NOBODY = '';

export function createVisitHandlers({
  now,
  codes,
  countAddress,
}: Pick<CoreDeps, 'now'> & { codes: Codes; countAddress: CountAddress }): Handlers<typeof visits, RequestContext> {
  const phone = (phoneNumber: string, countryAreaCode: string): string =>
    contactTargetOf({ email: '', phoneNumber }, countryAreaCode).target;
  return {
    async signOutCode({ phoneNumber, countryAreaCode }, { db, address, language }) {
      const target = phone(phoneNumber, countryAreaCode);
      await countAddress('visitCode', address);
      return codes.send({
        purpose: 'visit',
        target,
        language,
        aside: true,
        suppressMessage: !(await isVisiting(db, target)),
      });
    },

    async signOut({ phoneNumber, countryAreaCode, verificationCode }, { db, address }) {
      const target = phone(phoneNumber, countryAreaCode);
      await countAddress('visitTry', address);
      const proven = await codes.prove({ purpose: 'visit', target, code: verificationCode });
      return db.transaction(async (transaction) => {
        await proven.spend(transaction);
        const ended = await endVisits(transaction, target, new Date(now()));
        const [last] = ended;
        if (!last) throw new ApiError('wrongVerificationCode', { field: 'verificationCode' });
        for (const { id, serialNumber } of ended)
          await record(transaction, {
            userId: NOBODY,
            act: 'visit.signOut',
            subject: serialNumber,
            after: { visitId: id, address },
          });
        return {
          name: last.name,
          signedInAt: last.signedInAt.getTime(),
          signedOutAt: (last.signedOutAt ?? last.signedInAt).getTime(),
          timeZone: await zoneOf(transaction, last.serialNumber),
        };
      });
    },
  };
}

/** Public endpoints behind the one-time link in a message about an alarm case. */
import * as v from 'valibot';
import { endpoint, publicAccess } from '../endpoint.ts';
import { linkedCase } from '../entities/alarmLink.ts';
import { ALARM_LINK_TTL_MS, REQUESTS_PER_LINK, WRONG_LINKS_PER_ADDRESS } from '../rules/alarmNotification.ts';

const code = v.pipe(v.string(), v.nonEmpty(), v.maxLength(100));

export const alarmLinks = {
  open: endpoint('/alarm/open-link', {
    summary: `Returns the case of a one-time link, without place and pictures. Opening a link takes nothing. A link works for ${ALARM_LINK_TTL_MS / 3_600_000} hours, and only while its contact is told of such alarms; all other links get the same error. At most ${WRONG_LINKS_PER_ADDRESS} wrong links per IP address and ${REQUESTS_PER_LINK} requests per link in a minute.`,
    access: publicAccess,
    kind: 'read',
    request: v.object({ code }),
    response: linkedCase,
  }),
  take: endpoint('/alarm/take-case-by-link', {
    summary: 'Takes the case for the contact of the link. Refused, with the owner, if somebody else has it.',
    access: publicAccess,
    kind: 'write',
    request: v.object({ code }),
    response: linkedCase,
  }),
  release: endpoint('/alarm/release-case-by-link', {
    summary: 'Hands back a case that the contact of the link has taken.',
    access: publicAccess,
    kind: 'write',
    request: v.object({ code }),
    response: linkedCase,
  }),
};

/** Phrases and pictures that a site keeps for calls with its robots. */
import * as v from 'valibot';
import { endpoint, onRobot } from '../endpoint.ts';
import { callContent, callPicture } from '../entities/callContent.ts';
import { spokenText } from '../entities/spokenText.ts';
import { serialNumber } from '../entities/values.ts';
import { CALL_OWN_PICTURES_MAX, CALL_PHRASES_MAX } from '../rules/callContent.ts';

export const callContents = {
  get: endpoint('/call/get-content', {
    summary: "Returns the phrases and pictures that the robot's site keeps for calls, in their order.",
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber }),
    response: callContent,
  }),
  save: endpoint('/call/save-content', {
    summary: `Replaces the phrases (at most ${CALL_PHRASES_MAX}) and pictures (at most ${CALL_OWN_PICTURES_MAX}) that the robot's site keeps for calls. Pictures are uploaded before as \`callPicture\` files of the site. \`version\` is the one that was read: with an older one the call is refused (\`callContentChanged\`).`,
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({
      serialNumber,
      version: v.pipe(v.number(), v.integer(), v.minValue(0)),
      phrases: v.pipe(
        v.array(spokenText),
        v.maxLength(CALL_PHRASES_MAX),
        v.check((phrases) => new Set(phrases).size === phrases.length, 'phrases'),
      ),
      pictures: v.pipe(
        v.array(callPicture),
        v.maxLength(CALL_OWN_PICTURES_MAX),
        v.check((pictures) => new Set(pictures.map((one) => one.fileId)).size === pictures.length, 'pictures'),
      ),
    }),
    response: callContent,
  }),
};

/** What may leave of personal settings in a capsule (machines/capsule/leaves.ts). Not the name, no address, no device. */
import { PAGE_EVENTS, PAGE_INPUT } from '../capsule/entityLeaves.ts';
import { leavesOf } from '../capsule/leaves.ts';
import type { PageEvent, PageInput } from '../app/messages.ts';
import type { AvatarContext, AvatarEvent } from './avatar.machine.ts';
import type { OwnSessionsContext, OwnSessionsEvent } from './ownSessions.machine.ts';
import type { UserSettingContext } from './userSetting.machine.ts';

const SESSION = { id: true, current: true, way: true, startedAt: true, lastUsedAt: true } as const;

export const userSettingLeaves = leavesOf<UserSettingContext, PageEvent, PageInput>()({ input: PAGE_INPUT, events: PAGE_EVENTS });
export const ownSessionsLeaves = leavesOf<OwnSessionsContext, OwnSessionsEvent>()({
  context: { rows: { '*': SESSION }, failure: 'failure', asked: SESSION },
  events: { 'session.end': { session: SESSION } },
  outputs: { loadSessions: { '*': SESSION } },
});
/** Neither the picture nor its name; how it was cut tells nothing of it. */
export const avatarLeaves = leavesOf<AvatarContext, AvatarEvent>()({
  context: { picture: { width: true, height: true }, crop: true, failure: 'failure' },
  events: { 'crop.change': { crop: true } },
  outputs: { readPicture: { width: true, height: true } },
});

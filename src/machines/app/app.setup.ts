/** Setup of the root machine: its context, actors and guards. The states are in app.machine.ts. */
import { sendTo, setup } from 'xstate';
import type { Language, RobotView } from '../../../contract/entities/constants.ts';
import type { UserInfo } from '../../../contract/entities/user.ts';
import type { Notice } from '../../../contract/wire/feed.ts';
import { BASE_ERRORS } from '../../../contract/wire/baseApiError.ts';
import type { connectionMachine } from '../connection/connection.machine.ts';
import { type Failure, failureOf, isFailure } from '../failure.ts';
import type { fleetMachine } from '../fleet/fleet.machine.ts';
import type { alarmsMachine } from '../alarms/alarms.machine.ts';
import type { callsMachine } from '../calls/calls.machine.ts';
import type { frameMachine } from '../frame/frame.machine.ts';
import { type NavigationInput, navigationMachine } from '../navigation/navigation.machine.ts';
import { effect, notLoaded, promiseEffect } from '../effectStubs.ts';
import { noticesMachine } from '../notices/notices.machine.ts';
import type { peekMachine } from '../peek/peek.machine.ts';
import { pendingStopsMachine } from '../pendingStops/pendingStops.machine.ts';
import { type KeptPreferences, preferencesMachine } from '../preferences/preferences.machine.ts';
import type { reportMachine } from '../report/report.machine.ts';
import { sessionMachine } from '../session/session.machine.ts';
import {
  type Access,
  type AppEvent,
  type Aside,
  errorNotice,
  type LeaseNotice,
  type Notice as ShownNotice,
  type PageName,
  type ShownPage,
  systemActor,
} from './events.ts';

export interface AppInput {
  navigation: NavigationInput;
  preferences: KeptPreferences;
  /** The robot and the view that were selected last time, from storage. */
  serialNumber: string;
  view: RobotView;
}
export interface AppContext {
  input: AppInput;
  access: Access;
  user: UserInfo | null;
  language: Language;
  /** The current robot; empty when there is none. */
  serialNumber: string;
  /** The selected robot view. */
  view: RobotView;
  /** The page that navigation requests. */
  wanted: ShownPage | null;
  /** The page whose machine is the child `screen`. */
  page: ShownPage | null;
  /** Why the requested page could not be loaded. */
  failure: Failure | null;
}

export const isLeaseNotice = (notice: Notice): notice is LeaseNotice =>
  notice.type === 'leaseAsked' || notice.type === 'leaseTaken' || notice.type === 'resumeAsked';

/**
 * The message that the user was invited to robots, that somebody asks for one, or that a view-only account bound one;
 * null for other notices.
 */
export function membershipNotice(notice: Notice, language: Language): ShownNotice | null {
  const to = '/setting/friend-manage';
  if (notice.type === 'accessRequested')
    return {
      tone: 'info',
      key: 'shell.accessRequest.text',
      params: { robot: notice.names.robot[language] || notice.serialNumber, person: notice.names.by[language] },
      way: { to, key: 'shell.accessRequest.way' },
    };
  if (notice.type === 'viewerBound')
    return {
      tone: 'info',
      key: 'shell.viewerBound.text',
      params: { robot: notice.names.robot[language] || notice.serialNumber, person: notice.names.by[language] },
      way: { to: '/accounts', key: 'shell.viewerBound.way' },
    };
  if (notice.type !== 'robotInvited') return null;
  const { robot, by: person, count } = notice;
  return count > 1
    ? {
        tone: 'info',
        key: 'shell.invitation.several',
        params: { person, count },
        way: { to, key: 'shell.invitation.waySeveral' },
      }
    : {
        tone: 'info',
        key: 'shell.invitation.text',
        params: { robot, person },
        way: { to, key: 'shell.invitation.way' },
      };
}

/** The key under which a page's machine is registered. */
export const pageKey = (page: PageName): string => `page.${page}`;

export const app = setup({
  types: {
    context: {} as AppContext,
    input: {} as AppInput,
    events: {} as AppEvent,
    tags: {} as 'pageLoading' | 'frameDue',
  },
  actors: {
    session: sessionMachine,
    navigation: navigationMachine,
    notices: noticesMachine,
    preferences: preferencesMachine,
    pendingStops: pendingStopsMachine,
    connection: notLoaded<typeof connectionMachine>('connection'),
    fleet: notLoaded<typeof fleetMachine>('fleet'),
    frame: notLoaded<typeof frameMachine>('frame'),
    alarms: notLoaded<typeof alarmsMachine>('alarms'),
    calls: notLoaded<typeof callsMachine>('calls'),
    /** Loads and registers the machines that only signed-in users need: connection, frame, fleet, alarms and calls. */
    loadPresence: promiseEffect<void>('loadPresence'),
    report: notLoaded<typeof reportMachine>('report'),
    peek: notLoaded<typeof peekMachine>('peek'),
    /** Loads an overlay: registers its machine, and makes its component and locale texts ready. */
    loadAside: promiseEffect<void, { aside: Aside }>('loadAside'),
    /** Loads a page: registers its machine, and makes its component and locale texts ready. */
    loadPage: promiseEffect<void, { page: PageName }>('loadPage'),
  },
  actions: {
    logError: effect<{ error: unknown }>('logError'),
    /** Switches the texts, date formats and <html lang>; components re-render once the texts are loaded. */
    speak: effect<{ language: Language }>('speak'),
    notifyFailure: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { error }: { error: unknown }) => ({ type: 'notice.show' as const, notice: errorNotice(failureOf(error)) }),
    ),
  },
  guards: {
    isNotice: (
      _,
      { type, wanted }: { type: string; wanted: 'sessionEnded' | 'accountChanged' | 'relationsChanged' | 'mapChanged' },
    ) => type === wanted,
    /** A lease notice that the current page does not show itself. */
    isLeaseElsewhere: ({ context: { page, serialNumber } }, { notice }: { notice: Notice }) =>
      isLeaseNotice(notice) &&
      (notice.type === 'resumeAsked' ||
        !(page?.page === 'robotData' && (page.query['serialNumber'] || serialNumber) === notice.serialNumber)),
    isSameUser: ({ context }, { access }: { access: Access }) =>
      access.who === 'user' && context.access.who === 'user' && access.userId === context.access.userId,
    isPageAway: ({ context }) => isFailure(context.failure, BASE_ERRORS.networkFailed),
    isUser: (_, { access }: { access: Access }) => access.who === 'user',
    isSamePage: ({ context: { page, wanted } }) =>
      page !== null &&
      wanted !== null &&
      !wanted.anew &&
      page.page === wanted.page &&
      JSON.stringify(page.params) === JSON.stringify(wanted.params),
  },
  delays: { chunkRetry: 2_000, frameWait: 3_000 },
});

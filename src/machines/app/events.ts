/**
 * Events of the long-lived actors: requests from the screen and from each other (imperative), reports (past tense).
 * Every event that crosses from one machine to another is declared here, so that two machines never import each other.
 *
 *                     app (root, systemId 'app')
 *    ┌────────┬───────────┬────────┬───────┬────────┬────────────┬────────┬──────┬─────┐
 * session navigation connection fleet   frame   notices  preferences  report  peek screen   (systemIds; beside them pendingStops, always there,
 *                                                                                                and alarms and calls, beside the frame)
 *                    └ only while signed in ┘            while wanted └──────────┘   the page's machine, PageInput in, PageEvent later
 *
 * From a component: `useApp().navigation.send({ type: 'navigation.go', to: '/home' })`.
 * From a machine:   `m.sendTo(({ system }) => systemActor(system, 'notices'), { type: 'notice.show', notice })`.
 */
import type { ActorRef, Snapshot } from 'xstate';
import type { Language, RobotView, Size } from '../../../contract/entities/constants.ts';
import type { PanelFilter } from '../../../contract/entities/robotConstants.ts';
import type { AsyncRoute, UserInfo } from '../../../contract/entities/user.ts';
import type { FleetUpdate, Notice as FeedNotice } from '../../../contract/wire/feed.ts';
import type { CallPicture } from '../../../contract/rules/call.ts';
import type { Failure } from '../failure.ts';

/** A page by its name in the server's route table (`home`, `robotData` …). */
export type PageName = string;
export type Query = Readonly<Record<string, string>>;

/** Input of every page machine. */
export interface PageInput {
  page: PageName;
  /** Values of the `:name` parts of the path. */
  params: Readonly<Record<string, string>>;
  query: Query;
  /** null on public pages before sign-in. */
  user: UserInfo | null;
  /** The current robot; empty when there is none. */
  serialNumber: string;
  language: Language;
}
/** Events that every page machine can receive while it is shown; a page ignores those that do not concern it. */
export type PageEvent =
  /** The URL's query changed (Back, a link, the page's own `navigation.query`). */
  | { type: 'page.queryChanged'; query: Query }
  /** Names are localised on the server: reload them. */
  | { type: 'page.languageChanged'; language: Language }
  | { type: 'page.robotChanged'; serialNumber: string }
  /** The live state is complete again after a gap or a lost connection: reload everything that is not live. */
  | { type: 'page.resumed' }
  /** A notice for this account about a robot (another user requests the control lease or took it over). */
  | { type: 'page.noticed'; notice: FeedNotice }
  /**
   * A map changed: its points, picture, names or place in the order, or it was deleted (`revision` null) or restored.
   * Sent to every user of the site, including the page that made the change, which already has that revision.
   */
  | {
      type: 'page.mapChanged';
      siteId: string;
      mapId: string;
      revision: number | null;
      by: { userId: string; name: string };
    }
  /**
   * The user wants to go to `to` while the machine has the tag `unsaved`; nothing has changed yet. The page asks for
   * confirmation, and on yes sends `navigation.leave` (see machines/mapEditor/draft.states.ts). Closing or reloading the tab is
   * handled by services/guardTab.ts.
   */
  | { type: 'page.leaveAsked'; to: string }
  /** Sign-in was refused; only on the sign-in page. */
  | { type: 'page.signInRefused'; failure: Failure };

export interface Credential {
  account: string;
  countryAreaCode: string;
  password: string;
  keep: boolean;
}
export interface FirstAdministrator {
  code: string;
  nickname: string;
  email: string;
  password: string;
}

export type SessionEvent =
  | { type: 'session.signIn'; credential: Credential }
  | { type: 'session.setUp'; administrator: FirstAdministrator }
  /** A session was obtained other than by password: by code, by registration. */
  | { type: 'session.enter'; accessToken: string; userId: string; keep: boolean }
  /** Stops waiting; a later response is ignored. */
  | { type: 'session.cancelSignIn' }
  /** Opens a confirmation: the child `confirm` of session. */
  | { type: 'session.askSignOut' }
  /** A call or a notice reported that the session is over (1006, 11007). */
  | { type: 'session.over'; code: number }
  /** Another tab signed in or out. */
  | { type: 'session.changedElsewhere' }
  /** The profile or rights changed: reload the user. */
  | { type: 'session.refresh' }
  /** The user sets the installation up later, and goes home. */
  | { type: 'session.putOffSetUp' };

export type NavigationEvent =
  | { type: 'navigation.go'; to: string; replace?: boolean }
  /** Navigates without asking the page, which has already agreed. */
  | { type: 'navigation.leave'; to: string; replace?: boolean }
  /**
   * Patches the query of the current page; an empty value removes the parameter. Replaces the history entry unless
   * `push`.
   */
  | { type: 'navigation.query'; query: Query; push?: boolean }
  | { type: 'navigation.back' }
  /** Reloads the count of robot models (a robot was bound, a relation changed). */
  | { type: 'navigation.recount' }
  | { type: 'history.moved'; path: string; search: string }
  /** The page agreed to leave. */
  | { type: 'history.followed'; path: string; search: string }
  | { type: 'access.changed'; access: Access };
/**
 * Access of the visitor, as the navigation guard sees it. `choosesView`: the user has robots in several views and none is
 * stored. `isSettingUp`: the installation is being set up, and the user has not put it off.
 */
export type Access =
  | { who: 'unknown' }
  | { who: 'visitor' }
  | {
      who: 'user';
      userId: string;
      roles: UserInfo['roles'];
      routes: readonly AsyncRoute[];
      robotCount: number;
      choosesView?: boolean;
      isSettingUp?: boolean;
    };

/** `account`, or the serial number of a robot whose page is open. */
export type LinkKey = string;
export const ACCOUNT_KEY: LinkKey = 'account';
/** Details of an open MQTT connection, from its credentials without the secrets. */
export interface LinkTerms {
  clientId: string;
  topics: readonly string[];
  /** Base topic for messages to the robot; empty for the account. */
  mqttSubTopic: string;
}
export type LinkState = 'connecting' | 'open' | 'waiting';
export type ConnectionEvent =
  | { type: 'mqttLink.changed'; key: LinkKey; state: LinkState; terms: LinkTerms | null }
  | { type: 'mqttLink.acquire'; key: LinkKey }
  | { type: 'mqttLink.release'; key: LinkKey }
  | { type: 'message.send'; key: LinkKey; topic: string; payload: string }
  | { type: 'feed.beaten'; broker: FleetUpdate['broker'] }
  | { type: 'call.answered'; ms: number }
  | { type: 'call.lost' }
  | { type: 'network.lost' }
  | { type: 'network.found' }
  | { type: 'credentials.renew' };

export type LeaseNotice = Extract<FeedNotice, { type: 'leaseAsked' | 'leaseTaken' | 'resumeAsked' }>;
export type FleetEvent =
  | { type: 'feed.beaten'; beat: FleetUpdate }
  | { type: 'fleet.refresh' }
  /**
   * Another user requests the control lease of a robot or took it over while that robot's page is not shown; or asks
   * for the robot to be resumed.
   */
  | { type: 'lease.noticed'; notice: LeaseNotice }
  | { type: 'robot.choose'; serialNumber: string }
  | { type: 'filter.set'; filter: PanelFilter }
  | { type: 'keyword.type'; words: string }
  /** Applies the search: on Enter, or by the search icon. */
  | { type: 'keyword.set'; keyword: string }
  /** `keep: false`: stored until sign-out only. */
  | { type: 'view.choose'; view: RobotView; keep?: boolean };

export type NoticeTone = 'error' | 'warning' | 'info' | 'success';
/** A message box: a text by locale key, or a failure, whose text is looked up by its code. */
export interface Notice {
  tone: NoticeTone;
  key?: string;
  params?: Record<string, string | number>;
  failure?: Failure;
  /**
   * The one action offered: a button that navigates to `to`; REPORT_WAY opens the problem report. `params` are also
   * those of its label.
   */
  way?: { to: string; key: string };
}
/** Value of `to` that opens the problem report instead of navigating. */
export const REPORT_WAY = 'report';
export const errorNotice = (failure: Failure): Notice => ({ tone: 'error', failure });
export type NoticesEvent =
  | { type: 'notice.show'; notice: Notice }
  | { type: 'notice.close' }
  /** Goes to the target of the message and closes the message. */
  | { type: 'notice.follow' }
  /** The message has the pointer or the focus: it stays open. */
  | { type: 'notice.hold' }
  | { type: 'notice.letGo' };

export type Theme = 'system' | 'light' | 'dark';
export type StickSide = 'left' | 'right';
export interface VisitedView {
  path: string;
  search: string;
  titleKey: string;
  name: string;
  affix: boolean;
  /** How far its list was scrolled at this query: the table, then the page, px. */
  scroll?: readonly number[];
}
export type PreferencesEvent =
  | { type: 'language.choose'; language: Language }
  | { type: 'theme.choose'; theme: Theme }
  | { type: 'stick.choose'; side: StickSide }
  | { type: 'size.choose'; size: Size }
  | { type: 'sidebar.toggle' }
  | { type: 'sidebar.close'; withoutAnimation?: boolean }
  | { type: 'panel.toggle' }
  /** Full (251 px) or narrow (130 px). */
  | { type: 'panel.toggleWidth' }
  /** The order of the robot-view tabs after a drag. */
  | { type: 'views.order'; order: readonly RobotView[] }
  | { type: 'tab.visited'; view: VisitedView }
  /** The list of a page is left: how far it was scrolled at this query. */
  | { type: 'tab.scrolled'; path: string; search: string; scroll: readonly number[] }
  | { type: 'tab.close'; path: string }
  | { type: 'tab.closeOthers'; path: string }
  | { type: 'tab.closeAll' }
  | { type: 'tabs.affixed'; views: readonly VisitedView[] }
  | { type: 'tabs.forget' }
  | { type: 'layout.measured'; width: number };

export interface Person {
  userId: string;
  name: string;
}
/** A pending Stop as stored in local storage. */
export interface KeptStop {
  serialNumber: string;
  /** The robot's display name, in the language at the time: after a reload it may not be available otherwise. */
  name: string;
  askedBy: Person;
  /**
   * Time of the last press, the server's clock, ms. Each press is a new request; a retry of a press is the same
   * request.
   */
  askedAt: number;
  /** When the server received it; null: not yet. */
  sentAt: number | null;
}
export interface FoundStop {
  stop: KeptStop;
  /** Time since the press, ms, by this browser's clock. */
  age: number;
}
export type PendingStopsEvent =
  /** `at`: the server's clock, ms. */
  | { type: 'stop.ask'; serialNumber: string; at: number }
  | { type: 'stop.withdraw'; serialNumber: string; at: number }
  /** Another tab changed the stored Stop of this robot; null: it was removed. */
  | { type: 'stop.keptElsewhere'; serialNumber: string; found: FoundStop | null }
  | { type: 'user.changed'; user: Person | null }
  | { type: 'network.lost' }
  | { type: 'network.found' }
  | { type: 'fleet.started' }
  | { type: 'fleet.gone' };

export type FrameEvent =
  | { type: 'palette.open' }
  | { type: 'palette.close' }
  /** By its keyboard shortcut, wherever the focus is. */
  | { type: 'palette.toggle' }
  | { type: 'palette.search'; keyword: string }
  | { type: 'palette.point'; id: string }
  | { type: 'drawer.open' }
  | { type: 'drawer.close' }
  /** Shows or hides the full sidebar on a narrow desktop layout. */
  | { type: 'sidebar.peek' }
  | { type: 'group.toggle'; name: string; open: boolean }
  /** Opens the menu of a tab of a visited view, at the pointer. */
  | { type: 'tabMenu.open'; menu: TabMenuPlace }
  | { type: 'tabMenu.close' }
  | { type: 'layout.measured'; width: number }
  /** Whether a fault of the demo is switched on. */
  | { type: 'fault.noticed'; isOn: boolean };

/** Events of the unresolved alarm cases. */
export type AlarmsEvent =
  /** A case was raised or changed. `isOwn`, `own`: by the user, on any console or on this one. */
  | { type: 'alarms.changed'; caseId: string; isRaised: boolean; isOffered: boolean; isOwn?: boolean }
  | { type: 'alarms.reload'; own?: string }
  | { type: 'alarms.toggleSound' }
  | { type: 'alarm.take'; caseId: string }
  /** Accepts or declines a case that its owner hands over to the user. */
  | { type: 'alarm.answer'; caseId: string; accept: boolean };

/** Events of calls. */
export type CallsEvent =
  /** A call rings or changed; `at`: server clock, ms. */
  | { type: 'calls.changed'; callId: string; at: number; answeredBy: { id: string; name: string } | null }
  | { type: 'calls.reload' }
  /** Calls a robot, and shows the page of the call. */
  | { type: 'calls.start'; serialNumber: string }
  | { type: 'calls.answer'; callId: string; camera: boolean }
  /** Stops the ringing for this user only. */
  | { type: 'calls.decline'; callId: string }
  | { type: 'calls.askToWait'; callId: string }
  | { type: 'calls.hangUp' }
  /** The robot says the text, or shows the picture; an empty picture shows the operator again. */
  | { type: 'calls.act'; callId: string; text: string; picture: CallPicture | '' | null; imageId?: string }
  /** The ended or refused call is no longer shown. */
  | { type: 'calls.close' }
  | { type: 'calls.closeElsewhere' };

export interface TabMenuPlace {
  path: string;
  /** px, relative to the viewport. */
  x: number;
  y: number;
}

/** The part of a map that the user moved to: `scale` in px per metre, `cx` and `cy` of the centre in metres. */
export interface MapCamera {
  mapId: string;
  scale: number;
  cx: number;
  cy: number;
}

interface Siblings {
  app: AppEvent;
  session: SessionEvent;
  navigation: NavigationEvent;
  connection: ConnectionEvent;
  fleet: FleetEvent;
  notices: NoticesEvent;
  preferences: PreferencesEvent;
  pendingStops: PendingStopsEvent;
  frame: FrameEvent;
  alarms: AlarmsEvent;
  calls: CallsEvent;
  screen: PageEvent;
}
export type SiblingName = keyof Siblings;

/** Events that children report to the root, which forwards them to the actors concerned. */
export type AppEvent =
  | { type: 'app.accessChanged'; access: Access; user: UserInfo | null }
  | { type: 'app.pageWanted'; shown: ShownPage }
  | { type: 'app.languageChanged'; language: Language }
  | { type: 'app.robotChanged'; serialNumber: string }
  | { type: 'app.viewChanged'; view: RobotView }
  | { type: 'app.signInRefused'; failure: Failure }
  | { type: 'app.pageRetry' }
  /** The browser is back online. */
  | { type: 'app.networkFound' }
  /** The page's machine stopped with an unexpected error. */
  | { type: 'xstate.error.actor.screen'; error: unknown }
  /** The page's component threw. */
  | { type: 'app.pageBroken'; message: string }
  | { type: 'app.feedBeaten'; beat: FleetUpdate }
  /** The user wants to report a problem. */
  | { type: 'app.reportWanted' }
  /** Toggles peek mode. */
  | { type: 'app.peekWanted' }
  /** An uncaught error: a problem report is offered. */
  | { type: 'app.mistaken' }
  | { type: 'app.resumed' }
  /** A notice on `users/{userId}/notices`. */
  | { type: 'app.noticed'; notice: FeedNotice };

/** Overlays over any page, each loaded on demand as a chunk. The name is the child's id and the locale area. */
export const ASIDES = ['report', 'peek'] as const;
export type Aside = (typeof ASIDES)[number];

/** The page that navigation decided to show. */
export interface ShownPage {
  page: PageName;
  path: string;
  params: Readonly<Record<string, string>>;
  query: Query;
  /** Locale key of the title, `routes.home`; if it has no text, `name` is the title. */
  titleKey: string;
  name: string;
  affix: boolean;
  /** The page starts again even if it is the one shown. */
  anew?: boolean;
}

/** The system actor of that name. A sender to an actor that exists only while signed in must itself exist only then. */
export const systemActor = <Name extends SiblingName>({ get }: { get(key: string): unknown }, name: Name) =>
  get(name) as ActorRef<Snapshot<unknown>, Siblings[Name]>;
/** Path of a robot's own page. */
export const robotPath = (serialNumber: string): string =>
  `/home/robot-data?serialNumber=${encodeURIComponent(serialNumber)}`;
/** Path of the page of an alarm case. */
export const casePath = (caseId: string): string => `/alarms/case?id=${encodeURIComponent(caseId)}`;
/** Path of the page of a call. */
export const callPath = (serialNumber: string): string =>
  `/robot/call?serialNumber=${encodeURIComponent(serialNumber)}`;
/** Path of the page of a call that somebody else is in, with its picture. */
export const watchPath = (serialNumber: string): string => `${callPath(serialNumber)}&watch=yes`;

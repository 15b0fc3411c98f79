/**
 * What the long-lived actors understand: wishes of the screen and of each other (imperative), reports (past tense).
 * Everything that crosses from one machine to another stands here, so that two machines never import each other.
 *
 *                     app (root, systemId 'app')
 *    ┌────────┬───────────┬────────┬───────┬────────┬────────────┬────────┬──────┬─────┐
 * session navigation connection fleet   frame   notices  preferences  report  peek screen   (systemIds; beside them pendingStops, always there)
 *                    └ only while signed in ┘            while wanted └──────────┘   the page's machine, PageInput in, PageEvent later
 *
 * From a component: `useApp().navigation.send({ type: 'navigation.go', to: '/home' })`.
 * From a machine:   `m.sendTo(({ system }) => systemActor(system, 'notices'), { type: 'notice.show', notice })`.
 */
import type { ActorRef, Snapshot } from 'xstate';
import type { Language, PanelFilter, RobotView } from '../../../contract/entities/constants.ts';
import type { AsyncRoute, UserInfo } from '../../../contract/entities/user.ts';
import type { FleetBeat, Notice as FeedNotice } from '../../../contract/wire/feed.ts';
import type { Failure } from '../failure.ts';

/** A page of ours, by the name in the server's route table (`home`, `robotData` …). */
export type PageName = string;
export type Query = Readonly<Record<string, string>>;

/** What every page machine gets when it starts. */
export interface PageInput {
  page: PageName;
  /** Values of `:name` parts of the path. */
  params: Readonly<Record<string, string>>;
  query: Query;
  /** null on public pages before sign-in. */
  user: UserInfo | null;
  /** The current robot; empty when there is none. */
  serialNumber: string;
  language: Language;
}
/** What every page machine may be told while it is shown; a page ignores what does not concern it. */
export type PageEvent =
  /** The URL's query changed (Back, a link, one's own `navigation.query`). */
  | { type: 'page.queryChanged'; query: Query }
  /** Names come in the reader's language: read them anew. */
  | { type: 'page.languageChanged'; language: Language }
  | { type: 'page.robotChanged'; serialNumber: string }
  /** The picture was whole again after a gap or a lost link: read anew what is not live. */
  | { type: 'page.resumed' }
  /** News for this account about a robot (somebody asks for the control lease, took it over). */
  | { type: 'page.noticed'; notice: FeedNotice }
  /**
   * A map is no longer what it was: its points, picture, names or place in the order changed, or it is gone (`revision` null) or back.
   * It comes to everybody of the site, the page that made the change included: who holds that revision already has it.
   */
  | {
      type: 'page.mapChanged';
      siteId: string;
      mapId: string;
      revision: number | null;
      by: { userId: string; name: string };
    }
  /**
   * One wishes to go to `to`, by whatever way, while the machine has the tag `unsaved`: nothing has moved yet. The page asks, and on yes
   * sends `navigation.leave` (as machines/mapEditor/desk.ts does); for the browser's own ways out it holds the tab (services/guardTab.ts).
   */
  | { type: 'page.leaveAsked'; to: string }
  /** On the sign-in page: sign-in was refused. */
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
  /** Another way in has led to a session: by code, by registering. */
  | { type: 'session.enter'; accessToken: string; userId: string; keep: boolean }
  /** Gives up waiting; an answer that comes later counts for nothing. */
  | { type: 'session.cancelSignIn' }
  /** Asks first: the question is the child `confirm` of session. */
  | { type: 'session.askSignOut' }
  /** Some call or notice said that the session is over (1006, 11007). */
  | { type: 'session.over'; code: number }
  /** Another tab signed in or out. */
  | { type: 'session.changedElsewhere' }
  /** The profile or rights changed: read the user again. */
  | { type: 'session.refresh' };

export type NavigationEvent =
  | { type: 'navigation.go'; to: string; replace?: boolean }
  /** Goes without asking the page: it has agreed. */
  | { type: 'navigation.leave'; to: string; replace?: boolean }
  /** Patches the query of the page now shown; an empty value takes a name out. Replaces the history entry unless `push`. */
  | { type: 'navigation.query'; query: Query; push?: boolean }
  | { type: 'navigation.back' }
  /** Reads the count of robot models again (a robot was bound, a relation changed). */
  | { type: 'navigation.recount' }
  | { type: 'history.moved'; path: string; search: string }
  /** The page let it go. */
  | { type: 'history.followed'; path: string; search: string }
  | { type: 'access.changed'; access: Access };
/** What the guard knows of the visitor. */
export type Access =
  | { who: 'unknown' }
  | { who: 'visitor' }
  | { who: 'user'; userId: string; roles: UserInfo['roles']; routes: readonly AsyncRoute[]; robotCount: number };

/** `account`, or the serial number of a robot whose page is open. */
export type LinkKey = string;
export const ACCOUNT_KEY: LinkKey = 'account';
/** What the credentials tell of an open link, the secrets left out. */
export interface LinkTerms {
  clientId: string;
  topics: readonly string[];
  /** Base under which messages are sent to the robot; empty for the account. */
  mqttSubTopic: string;
}
export type LinkState = 'connecting' | 'open' | 'waiting';
export type ConnectionEvent =
  | { type: 'link.changed'; key: LinkKey; state: LinkState; terms: LinkTerms | null }
  | { type: 'key.want'; key: LinkKey }
  | { type: 'key.release'; key: LinkKey }
  | { type: 'message.send'; key: LinkKey; topic: string; payload: string }
  | { type: 'feed.beaten'; broker: FleetBeat['broker'] }
  | { type: 'call.answered'; ms: number }
  | { type: 'call.lost' }
  | { type: 'network.lost' }
  | { type: 'network.found' }
  | { type: 'credentials.renew' };

export type LeaseNotice = Extract<FeedNotice, { type: 'leaseAsked' | 'leaseTaken' | 'resumeAsked' }>;
export type FleetEvent =
  | { type: 'feed.beaten'; beat: FleetBeat }
  | { type: 'fleet.refresh' }
  /** Somebody asks for the control lease of one of them, or took it over, and its own page is not the one shown; or asks to resume it. */
  | { type: 'lease.noticed'; notice: LeaseNotice }
  | { type: 'robot.choose'; serialNumber: string }
  | { type: 'filter.set'; filter: PanelFilter }
  | { type: 'keyword.type'; words: string }
  /** Asks for it: on Enter, or by the search icon. */
  | { type: 'keyword.set'; keyword: string }
  | { type: 'view.choose'; view: RobotView };

export type NoticeTone = 'error' | 'warning' | 'info' | 'success';
/** A message box: words of ours by key, or a failure, whose text is looked up by its code. */
export interface Notice {
  tone: NoticeTone;
  key?: string;
  words?: Record<string, string | number>;
  failure?: Failure;
  /** The one thing to do about it: a button that leads there; REPORT_WAY leads to the report. `words` fill its text, too. */
  way?: { to: string; key: string };
}
/** In place of an address. */
export const REPORT_WAY = 'report';
export const errorNotice = (failure: Failure): Notice => ({ tone: 'error', failure });
export type NoticesEvent =
  | { type: 'notice.show'; notice: Notice }
  | { type: 'notice.close' }
  /** To where the message leads; it has served its purpose then. */
  | { type: 'notice.follow' }
  /** The pointer or the focus is on it: it stays. */
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
}
export type PreferencesEvent =
  | { type: 'language.choose'; language: Language }
  | { type: 'theme.choose'; theme: Theme }
  | { type: 'stick.choose'; side: StickSide }
  | { type: 'sidebar.toggle' }
  | { type: 'sidebar.close'; withoutAnimation?: boolean }
  | { type: 'panel.toggle' }
  /** Full (251 px) or narrow (130 px). */
  | { type: 'panel.toggleWidth' }
  /** The order of the robot-view tabs after a drag. */
  | { type: 'views.order'; order: readonly RobotView[] }
  | { type: 'tab.visited'; view: VisitedView }
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
/** What is kept of a pending Stop in local storage. */
export interface KeptStop {
  serialNumber: string;
  /** What people call the robot, in the language of that moment: after a reload nobody else may know it. */
  name: string;
  askedBy: Person;
  /** When a person last pressed, the server's clock, ms. Each press is a request of its own; what is sent again for one is the same request. */
  askedAt: number;
  /** The server has it since; null: not yet. */
  sentAt: number | null;
}
export interface FoundStop {
  stop: KeptStop;
  /** How long ago it was pressed, ms, by this browser's clock. */
  age: number;
}
export type PendingStopsEvent =
  /** `at`: the server's clock, ms. */
  | { type: 'stop.ask'; serialNumber: string; at: number }
  | { type: 'stop.withdraw'; serialNumber: string; at: number }
  /** Another tab wrote what it keeps of this robot's Stop; null: nothing any more. */
  | { type: 'stop.keptElsewhere'; serialNumber: string; found: FoundStop | null }
  | { type: 'user.changed'; user: Person | null }
  | { type: 'network.lost' }
  | { type: 'network.found' }
  | { type: 'fleet.started' }
  | { type: 'fleet.gone' };

export type FrameEvent =
  | { type: 'palette.open' }
  | { type: 'palette.close' }
  /** By its key, wherever the focus is. */
  | { type: 'palette.toggle' }
  | { type: 'palette.search'; words: string }
  | { type: 'palette.point'; id: string }
  | { type: 'drawer.open' }
  | { type: 'drawer.close' }
  /** On a narrow desk: shows the whole sidebar, and folds it again. */
  | { type: 'sidebar.peek' }
  | { type: 'group.toggle'; name: string; open: boolean }
  /** Of a tab of a visited view, where the pointer was. */
  | { type: 'tabMenu.open'; menu: TabMenuPlace }
  | { type: 'tabMenu.close' }
  | { type: 'layout.measured'; width: number };
export interface TabMenuPlace {
  path: string;
  /** px of the window. */
  x: number;
  y: number;
}

/** What of a map a hand brought into sight: px a metre, and the place in the middle, metres. */
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
  screen: PageEvent;
}
export type SiblingName = keyof Siblings;

/** What children report to the root, which passes it on to whom it concerns. */
export type AppEvent =
  | { type: 'app.accessChanged'; access: Access; user: UserInfo | null }
  | { type: 'app.pageWanted'; shown: ShownPage }
  | { type: 'app.languageChanged'; language: Language }
  | { type: 'app.robotChanged'; serialNumber: string }
  | { type: 'app.signInRefused'; failure: Failure }
  | { type: 'app.pageRetry' }
  /** The browser has a network again. */
  | { type: 'app.networkFound' }
  /** The page's machine met a mistake of ours and stopped. */
  | { type: 'xstate.error.actor.screen'; error: unknown }
  /** Its component did. */
  | { type: 'app.pageBroken'; message: string }
  | { type: 'app.feedBeaten'; beat: FleetBeat }
  /** A person wants to report a problem. */
  | { type: 'app.reportWanted' }
  /** Peek is to be on; once more: off. */
  | { type: 'app.peekWanted' }
  /** Something of ours went wrong and nobody caught it: the report is offered. */
  | { type: 'app.mistaken' }
  | { type: 'app.resumed' }
  /** A notice on `users/{userId}/notices`. */
  | { type: 'app.noticed'; notice: FeedNotice };

/** What stands over any page while it is wanted, and comes with its own chunk: the child of that name, and the words. */
export const ASIDES = ['report', 'peek'] as const;
export type Aside = (typeof ASIDES)[number];

/** What navigation decided to show. */
export interface ShownPage {
  page: PageName;
  path: string;
  params: Readonly<Record<string, string>>;
  query: Query;
  /** The key of its title, `routes.home`; without a text for it, `name` is the title. */
  titleKey: string;
  name: string;
  affix: boolean;
}

/** The actor of that name, to send to. Whoever sends to one that lives only while signed in is itself alive only then. */
export const systemActor = <Name extends SiblingName>({ get }: { get(key: string): unknown }, name: Name) =>
  get(name) as ActorRef<Snapshot<unknown>, Siblings[Name]>;
/** Where a robot's own page is. */
export const robotPath = (serialNumber: string): string =>
  `/home/robot-data?serialNumber=${encodeURIComponent(serialNumber)}`;

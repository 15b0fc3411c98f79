/**
 * What the first chunk need not know: how every page but sign-in is loaded, and where its words are. One request, made while the
 * answer to a sign-in is on its way.
 */
import type { ComponentType } from 'react';
import type { ActorRefFrom, AnyActorRef, AnyStateMachine } from 'xstate';
import type { appMachine } from '../machines/app/app.machine.ts';
import type { Aside, PageName } from '../machines/app/messages.ts';
import type { AsideView } from './createApp.ts';
import type { LoadedPage, PageEntry } from './pages.ts';
import type { Services } from './services.ts';

export { alone } from './words/alone.ts';

/** The component draws the very machine it is loaded with: here, and only here, is that known. */
const page = <Machine extends AnyStateMachine, Screen extends AnyActorRef>(machine: Machine, Page: ComponentType<{ screen: Screen }>): LoadedPage =>
  ({ machine, Page: Page as unknown as LoadedPage['Page'] });

/** By the page's name; the machine and the component are fetched side by side. */
export const loaders = {
  signInByCode: async (services: Services) => {
    const [{ wireSignInByCode }, { SignInByCodePage }] = await Promise.all([import('./wiring/verification.ts'), import('../ui/pages/verification/SignInByCodePage.tsx')]);
    return page(wireSignInByCode(services), SignInByCodePage);
  },
  signUp: async (services: Services) => {
    const [{ wireSignUp }, { SignUpPage }] = await Promise.all([import('./wiring/verification.ts'), import('../ui/pages/verification/SignUpPage.tsx')]);
    return page(wireSignUp(services), SignUpPage);
  },
  forgotPassword: async (services: Services) => {
    const [{ wireForgotPassword }, { ForgotPasswordPage }] = await Promise.all([import('./wiring/verification.ts'), import('../ui/pages/verification/ForgotPasswordPage.tsx')]);
    return page(wireForgotPassword(services), ForgotPasswordPage);
  },
  home: async (services: Services) => {
    const [{ wireHome }, { HomePage }] = await Promise.all([import('./wiring/home.ts'), import('../ui/pages/home/HomePage.tsx')]);
    return page(wireHome(services), HomePage);
  },
  robotData: async (services: Services) => {
    const [{ wireRobotData }, { RobotDataPage }] = await Promise.all([import('./wiring/robotData.ts'), import('../ui/pages/robotData/RobotDataPage.tsx')]);
    return page(wireRobotData(services), RobotDataPage);
  },
  userSetting: async (services: Services) => {
    const [{ wireUserSetting }, { UserSettingPage }] = await Promise.all([import('./wiring/userSetting.ts'), import('../ui/pages/userSetting/UserSettingPage.tsx')]);
    return page(wireUserSetting(services), UserSettingPage);
  },
  friends: async (services: Services) => {
    const [{ wireFriends }, { FriendsPage }] = await Promise.all([import('./wiring/friends.ts'), import('../ui/pages/friends/FriendsPage.tsx')]);
    return page(wireFriends(services), FriendsPage);
  },
  noRobot: async (services: Services) => {
    const [{ wireNoRobot }, { NoRobotPage }] = await Promise.all([import('./wiring/noRobot.ts'), import('../ui/pages/noRobot/NoRobotPage.tsx')]);
    return page(wireNoRobot(services), NoRobotPage);
  },
  inspector: async (services: Services) => {
    const [{ wireInspector }, { InspectorPage }] = await Promise.all([import('./wiring/inspector.ts'), import('../ui/pages/inspector/InspectorPage.tsx')]);
    return page(wireInspector(services), InspectorPage);
  },
  agreement: async () => {
    const [{ legalMachine }, { AgreementPage }] = await Promise.all([import('../machines/legal/legal.machine.ts'), import('../ui/pages/legal/LegalPage.tsx')]);
    return page(legalMachine, AgreementPage);
  },
  privacy: async () => {
    const [{ legalMachine }, { PrivacyPage }] = await Promise.all([import('../machines/legal/legal.machine.ts'), import('../ui/pages/legal/LegalPage.tsx')]);
    return page(legalMachine, PrivacyPage);
  },
  outbox: async (services: Services) => {
    const [{ wireOutbox }, { OutboxPage }] = await Promise.all([import('./wiring/outbox.ts'), import('../ui/pages/outbox/OutboxPage.tsx')]);
    return page(wireOutbox(services), OutboxPage);
  },
  accounts: async (services: Services) => {
    const [{ wireAccounts }, { AccountsPage }] = await Promise.all([import('./wiring/accounts.ts'), import('../ui/pages/accounts/AccountsPage.tsx')]);
    return page(wireAccounts(services), AccountsPage);
  },
  audit: async (services: Services) => {
    const [{ wireAudit }, { AuditPage }] = await Promise.all([import('./wiring/audit.ts'), import('../ui/pages/audit/AuditPage.tsx')]);
    return page(wireAudit(services), AuditPage);
  },
  setPassword: async (services: Services) => {
    const [{ wireSetPassword }, { SetPasswordPage }] = await Promise.all([import('./wiring/setPassword.ts'), import('../ui/pages/setPassword/SetPasswordPage.tsx')]);
    return page(wireSetPassword(services), SetPasswordPage);
  },
  notFound: async () => {
    const [{ notFoundMachine }, { NotFoundPage }] = await Promise.all([import('../machines/notFound/notFound.machine.ts'), import('../ui/pages/notFound/NotFoundPage.tsx')]);
    return page(notFoundMachine, NotFoundPage);
  },
};

interface LoadedAside { machine: AnyStateMachine; View: AsideView }

/** What stands over any page while it is wanted. */
export const asides: Readonly<Record<Aside, (services: Services, root: ActorRefFrom<typeof appMachine>, pages: Readonly<Record<PageName, PageEntry>>) => Promise<LoadedAside>>> = {
  report: async (services) => {
    const { wireReport, ReportDialog } = await import('./recorder/report.ts');
    return { machine: wireReport(services), View: ReportDialog as unknown as AsideView };
  },
  peek: async (services, root, pages) => {
    const { wirePeek, PeekPanel } = await import('./peek/peek.ts');
    return { machine: wirePeek(services, root, pages), View: PeekPanel as unknown as AsideView };
  },
};

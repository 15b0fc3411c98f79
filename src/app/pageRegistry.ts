/**
 * Page data that the first chunk does not need: frame, texts and loader of every page but sign-in. One request, made in
 * parallel with the sign-in request.
 */
import type { ComponentType } from 'react';
import type { ActorRefFrom, AnyActorRef, AnyStateMachine } from 'xstate';
import type { appMachine } from '../machines/app/app.machine.ts';
import type { Aside } from '../machines/app/events.ts';
import type { AsideView, LaterPage, LoadedPage, PageEntry, Pages } from './pageEntry.ts';
import type { Services } from './services.ts';

export { bundledLocales } from './words/bundledLocales.ts';

/** The one place that pairs a component with the machine it is loaded with. */
const loaded = <Machine extends AnyStateMachine, Screen extends AnyActorRef>(
  machine: Machine,
  Page: ComponentType<{ screen: Screen }>,
): LoadedPage => ({ machine, Page: Page as unknown as LoadedPage['Page'] });

const page = (frame: PageEntry['frame'], words: PageEntry['words'], load: PageEntry['load']): PageEntry => ({
  frame,
  words,
  load,
});

/** By the page's name; the machine and the component load in parallel. */
export const entries: Readonly<Record<LaterPage, PageEntry>> = {
  signInByCode: page('bare', ['verification'], async (services) => {
    const [{ wireSignInByCode }, { SignInByCodePage }] = await Promise.all([
      import('./wiring/verification.ts'),
      import('../ui/pages/verification/SignInByCodePage.tsx'),
    ]);
    return loaded(wireSignInByCode(services), SignInByCodePage);
  }),
  qrSignIn: page('bare', ['qrSignIn'], async (services) => {
    const [{ wireQrSignIn }, { QrSignInPage }] = await Promise.all([
      import('./wiring/qrSignIn.ts'),
      import('../ui/pages/qrSignIn/QrSignInPage.tsx'),
    ]);
    return loaded(wireQrSignIn(services), QrSignInPage);
  }),
  signUp: page('bare', ['verification'], async (services) => {
    const [{ wireSignUp }, { SignUpPage }] = await Promise.all([
      import('./wiring/verification.ts'),
      import('../ui/pages/verification/SignUpPage.tsx'),
    ]);
    return loaded(wireSignUp(services), SignUpPage);
  }),
  forgotPassword: page('bare', ['verification', 'routes'], async (services) => {
    const [{ wireForgotPassword }, { ForgotPasswordPage }] = await Promise.all([
      import('./wiring/verification.ts'),
      import('../ui/pages/verification/ForgotPasswordPage.tsx'),
    ]);
    return loaded(wireForgotPassword(services), ForgotPasswordPage);
  }),
  home: page('shell', ['home'], async (services) => {
    const [{ wireHome }, { HomePage }] = await Promise.all([
      import('./wiring/home.ts'),
      import('../ui/pages/home/HomePage.tsx'),
    ]);
    return loaded(wireHome(services), HomePage);
  }),
  robotData: page('shell', ['robotData', 'cruiseDrive'], async (services) => {
    const [{ wireRobotData }, { RobotDataPage }] = await Promise.all([
      import('./wiring/robotData.ts'),
      import('../ui/pages/robotData/RobotDataPage.tsx'),
    ]);
    return loaded(wireRobotData(services), RobotDataPage);
  }),
  userSetting: page('shell', ['userSetting', 'verification'], async (services) => {
    const [{ wireUserSetting }, { UserSettingPage }] = await Promise.all([
      import('./wiring/userSetting.ts'),
      import('../ui/pages/userSetting/UserSettingPage.tsx'),
    ]);
    return loaded(wireUserSetting(services), UserSettingPage);
  }),
  friends: page('shell', ['friends'], async (services) => {
    const [{ wireFriends }, { FriendsPage }] = await Promise.all([
      import('./wiring/friends.ts'),
      import('../ui/pages/friends/FriendsPage.tsx'),
    ]);
    return loaded(wireFriends(services), FriendsPage);
  }),
  maps: page('shell', ['maps', 'mapEditor'], async (services) => {
    const [{ wireMaps }, { MapsPage }] = await Promise.all([
      import('./wiring/maps.ts'),
      import('../ui/pages/maps/MapsPage.tsx'),
    ]);
    return loaded(wireMaps(services), MapsPage);
  }),
  pointLabels: page('shell', ['pointLabels', 'mapEditor'], async (services) => {
    const [{ wirePointLabels }, { PointLabelsPage }] = await Promise.all([
      import('./wiring/pointLabels.ts'),
      import('../ui/pages/pointLabels/PointLabelsPage.tsx'),
    ]);
    return loaded(wirePointLabels(services), PointLabelsPage);
  }),
  mapEditor: page('shell', ['mapEditor'], async (services) => {
    const [{ wireMapEditor }, { MapEditorPage }] = await Promise.all([
      import('./wiring/mapEditor.ts'),
      import('../ui/pages/mapEditor/MapEditorPage.tsx'),
    ]);
    return loaded(wireMapEditor(services), MapEditorPage);
  }),
  cruiseRoutes: page('shell', ['cruiseRoutes', 'cruiseDrive', 'robotData'], async (services) => {
    const [{ wireCruiseRoutes }, { CruiseRoutesPage }] = await Promise.all([
      import('./wiring/cruiseRoutes.ts'),
      import('../ui/pages/cruiseRoutes/CruiseRoutesPage.tsx'),
    ]);
    return loaded(wireCruiseRoutes(services), CruiseRoutesPage);
  }),
  noRobot: page('bare', ['noRobot', 'routes', 'friends'], async (services) => {
    const [{ wireNoRobot }, { NoRobotPage }] = await Promise.all([
      import('./wiring/noRobot.ts'),
      import('../ui/pages/noRobot/NoRobotPage.tsx'),
    ]);
    return loaded(wireNoRobot(services), NoRobotPage);
  }),
  inspector: page(
    'either',
    ['inspector', 'inspectorStage', 'chart', 'home', 'robotData', 'cruiseDrive'],
    async (services) => {
      const [{ wireInspector }, { InspectorPage }] = await Promise.all([
        import('./wiring/inspector.ts'),
        import('../ui/pages/inspector/InspectorPage.tsx'),
      ]);
      return loaded(wireInspector(services), InspectorPage);
    },
  ),
  agreement: page('bare', ['legal', 'shell', 'routes'], async () => {
    const [{ legalMachine }, { AgreementPage }] = await Promise.all([
      import('../machines/legal/legal.machine.ts'),
      import('../ui/pages/legal/LegalPage.tsx'),
    ]);
    return loaded(legalMachine, AgreementPage);
  }),
  privacy: page('bare', ['legal', 'shell', 'routes'], async () => {
    const [{ legalMachine }, { PrivacyPage }] = await Promise.all([
      import('../machines/legal/legal.machine.ts'),
      import('../ui/pages/legal/LegalPage.tsx'),
    ]);
    return loaded(legalMachine, PrivacyPage);
  }),
  cruiseRecord: page('shell', ['cruiseRecord', 'cruiseDrive'], async (services) => {
    const [{ wireCruiseRecord }, { CruiseRecordPage }] = await Promise.all([
      import('./wiring/cruiseRecord.ts'),
      import('../ui/pages/cruiseRecord/CruiseRecordPage.tsx'),
    ]);
    return loaded(wireCruiseRecord(services), CruiseRecordPage);
  }),
  outbox: page('shell', ['outbox'], async (services) => {
    const [{ wireOutbox }, { OutboxPage }] = await Promise.all([
      import('./wiring/outbox.ts'),
      import('../ui/pages/outbox/OutboxPage.tsx'),
    ]);
    return loaded(wireOutbox(services), OutboxPage);
  }),
  accounts: page('shell', ['accounts'], async (services) => {
    const [{ wireAccounts }, { AccountsPage }] = await Promise.all([
      import('./wiring/accounts.ts'),
      import('../ui/pages/accounts/AccountsPage.tsx'),
    ]);
    return loaded(wireAccounts(services), AccountsPage);
  }),
  keys: page('shell', ['keys'], async (services) => {
    const [{ wireKeys }, { KeysPage }] = await Promise.all([
      import('./wiring/keys.ts'),
      import('../ui/pages/keys/KeysPage.tsx'),
    ]);
    return loaded(wireKeys(services), KeysPage);
  }),
  offlineRobots: page('bare', ['offlineRobots', 'shell', 'routes', 'errors'], async (services) => {
    const [{ wireOfflineRobots }, { OfflineRobotsPage }] = await Promise.all([
      import('./wiring/offlineRobots.ts'),
      import('../ui/pages/offlineRobots/OfflineRobotsPage.tsx'),
    ]);
    return loaded(wireOfflineRobots(services), OfflineRobotsPage);
  }),
  audit: page('shell', ['audit'], async (services) => {
    const [{ wireAudit }, { AuditPage }] = await Promise.all([
      import('./wiring/audit.ts'),
      import('../ui/pages/audit/AuditPage.tsx'),
    ]);
    return loaded(wireAudit(services), AuditPage);
  }),
  setPassword: page('bare', ['setPassword', 'errors', 'shell'], async (services) => {
    const [{ wireSetPassword }, { SetPasswordPage }] = await Promise.all([
      import('./wiring/setPassword.ts'),
      import('../ui/pages/setPassword/SetPasswordPage.tsx'),
    ]);
    return loaded(wireSetPassword(services), SetPasswordPage);
  }),
  changelog: page('either', ['changelog'], async (services) => {
    const [{ wireChangelog }, { ChangelogPage }] = await Promise.all([
      import('./wiring/changelog.ts'),
      import('../ui/pages/changelog/ChangelogPage.tsx'),
    ]);
    return loaded(wireChangelog(services), ChangelogPage);
  }),
  inquiry: page('either', ['inquiry'], async (services) => {
    const [{ wireInquiry }, { InquiryPage }] = await Promise.all([
      import('./wiring/inquiries.ts'),
      import('../ui/pages/inquiries/InquiryPage.tsx'),
    ]);
    return loaded(wireInquiry(services), InquiryPage);
  }),
  inquiries: page('shell', ['inquiries'], async (services) => {
    const [{ wireInquiries }, { InquiriesPage }] = await Promise.all([
      import('./wiring/inquiries.ts'),
      import('../ui/pages/inquiries/InquiriesPage.tsx'),
    ]);
    return loaded(wireInquiries(services), InquiriesPage);
  }),
  weather: page('bare', ['weather', 'errors', 'shell', 'routes'], async (services) => {
    const [{ wireWeather }, { WeatherPage }] = await Promise.all([
      import('./wiring/weather.ts'),
      import('../ui/pages/weather/WeatherPage.tsx'),
    ]);
    return loaded(wireWeather(services), WeatherPage);
  }),
  phoneVerificationCode: page(
    'bare',
    ['phoneVerificationCode', 'verification', 'errors', 'shell'],
    async (services: Services) => {
      const [{ wirePhoneVerificationCode }, { PhoneVerificationCodePage }] = await Promise.all([
        import('./wiring/phoneVerificationCode.ts'),
        import('../ui/pages/phoneVerificationCode/PhoneVerificationCodePage.tsx'),
      ]);
      return loaded(wirePhoneVerificationCode(services), PhoneVerificationCodePage);
    },
  ),
  t2SignOut: page('bare', ['t2SignOut', 'verification', 'errors', 'shell'], async (services: Services) => {
    const [{ wireT2SignOut }, { T2SignOutPage }] = await Promise.all([
      import('./wiring/t2SignOut.ts'),
      import('../ui/pages/t2SignOut/T2SignOutPage.tsx'),
    ]);
    return loaded(wireT2SignOut(services), T2SignOutPage);
  }),
  voice: page('bare', ['voice', 'errors', 'shell'], async (services: Services) => {
    const [{ wireVoice }, { VoicePage }] = await Promise.all([
      import('./wiring/voice.ts'),
      import('../ui/pages/voice/VoicePage.tsx'),
    ]);
    return loaded(wireVoice(services), VoicePage);
  }),
  notFound: page('bare', ['notFound', 'routes'], async () => {
    const [{ notFoundMachine }, { NotFoundPage }] = await Promise.all([
      import('../machines/notFound/notFound.machine.ts'),
      import('../ui/pages/notFound/NotFoundPage.tsx'),
    ]);
    return loaded(notFoundMachine, NotFoundPage);
  }),
};

interface LoadedAside {
  machine: AnyStateMachine;
  View: AsideView;
}

/** Overlays that can be open above any page. */
export const asides: Readonly<
  Record<Aside, (services: Services, root: ActorRefFrom<typeof appMachine>, pages: Pages) => Promise<LoadedAside>>
> = {
  report: async (services) => {
    const { wireReport, ReportDialog } = await import('./recorder/report.ts');
    return { machine: wireReport(services), View: ReportDialog as unknown as AsideView };
  },
  peek: async (services, root, pages) => {
    const { wirePeek, PeekPanel } = await import('./dryRun/dryRun.ts');
    return { machine: wirePeek(services, root, pages), View: PeekPanel as unknown as AsideView };
  },
};

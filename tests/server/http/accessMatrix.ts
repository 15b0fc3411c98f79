/** The access matrix: who can make which call, written manually from design 13, and a request for each call. */
import { encodePassword } from '../../../contract/rules/password.ts';
import { A, A2, B, type Person } from '../../fakes/testServer.ts';
import { ADMINISTRATION_CALLS } from './administrationCalls.ts';
import { ALARM_CALLS } from './alarmCalls.ts';
import { MEDIA_CALLS } from './mediaCalls.ts';
import { ROBOT_ACTION_CALLS } from './robotActionCalls.ts';
import { DELIVERY_CALLS } from './deliveryCalls.ts';
import type { Demand } from './demand.ts';
import { MONITORING_CALLS } from './monitoringCalls.ts';
import { SCHEDULE_CALLS } from './scheduleCalls.ts';
import { CALL_CALLS } from './callCalls.ts';
import { DISINFECTION_CALLS } from './disinfectionCalls.ts';
import { FACE_CALLS } from './faceCalls.ts';
import { VIDEO_WALL_CALLS } from './videoWallCalls.ts';
import { SETTINGS_CALLS } from './settingsCalls.ts';

/** Design 13, "roles": a right needs both the account's role and the relation. */
export const MAY: Record<Exclude<Demand, 'nothing' | 'session' | 'accountAdmin'>, readonly Person[]> = {
  read: ['viewer', 'member', 'robotAdmin', 'superAdmin', 'viewingSuperAdmin'],
  stop: ['viewer', 'member', 'robotAdmin', 'superAdmin', 'viewingSuperAdmin'],
  operate: ['member', 'robotAdmin', 'superAdmin'],
  administer: ['robotAdmin', 'superAdmin'],
  own: ['superAdmin'],
};
export const WITHOUT_RELATION: readonly Person[] = ['stranger', 'unauthorised', 'accountAdmin'];

export const one = { serialNumber: A.serialNumber };
const tab = { ...one, clientId: 'tab' };
const held = { ...tab, number: 1 };
const captcha = { captchaToken: 'a-token-of-my-own', captchaContent: 'wrong' };
const placed = {
  resolution: 0.05,
  originX: 0,
  originY: 0,
  originYaw: 0,
  occupiedThresh: 0.65,
  freeThresh: 0.2,
  negate: false,
  mode: 'trinary',
};
const NO_FILE = '0'.repeat(32);
const announced = { fileKind: 'picture', size: 100, sha256: '0'.repeat(64), name: 'lobby.png' };
let registered = 0;
export const [ROUTE, FAR_ROUTE] = ['route-1', 'route-2'];
const route = { name: 'Round', stops: [], createdBy: 'superAdmin', createdAt: new Date(1_700_000_000_000) };
/** Ended route runs: one of robot A, and one of a robot that only the superAdmin has a relation to. */
export const [DRIVE, FAR_DRIVE] = ['drive-1', 'drive-2'];
const over = {
  pathId: ROUTE,
  pathName: 'Round',
  mapName: 'Ground',
  cycleType: 'single' as const,
  state: 'finished' as const,
  startedBy: 'member',
  startedByName: 'Member',
  startedAt: new Date(1_700_000_000_000),
  endedAt: new Date(1_700_000_060_000),
  stops: [],
};
export const DRIVES = [
  { ...over, id: DRIVE, serialNumber: A.serialNumber, mapId: A.mapId },
  { ...over, id: FAR_DRIVE, serialNumber: B.serialNumber, mapId: B.mapId },
];
export const ROUTES = [
  { ...route, id: ROUTE, mapId: A.mapId },
  { ...route, id: FAR_ROUTE, mapId: B.mapId },
];

/** A valid request for every call, as `person` would make it. */
export const CALLS: Record<string, { demand: Demand; data: (person: Person) => Record<string, unknown> }> = {
  'session.signIn': { demand: 'nothing', data: () => ({ email: 'nobody@test', password: encodePassword('Nothing1') }) },
  'session.welcome': { demand: 'nothing', data: () => ({}) },
  'session.setUp': {
    demand: 'nothing',
    data: () => ({ code: 'WRONG', nickname: 'First', email: 'first@test.org', password: encodePassword('Password1') }),
  },
  'session.signOut': { demand: 'session', data: () => ({}) },
  'session.getById': { demand: 'session', data: (person) => ({ id: person }) },
  'session.userInfo': { demand: 'session', data: (person) => ({ id: person }) },
  'session.routes': { demand: 'session', data: () => ({}) },
  'profile.updateNickname': { demand: 'session', data: () => ({ nickname: 'Ada' }) },
  'profile.updateAvatar': { demand: 'session', data: () => ({ avatarUrl: '' }) },
  'profile.updateEmail': {
    demand: 'session',
    data: () => ({ email: 'mine@test.org', verificationCode: '000000', password: encodePassword('Nothing1') }),
  },
  'profile.updatePhoneNumber': {
    demand: 'session',
    data: () => ({
      phoneNumber: '13800009999',
      countryAreaCode: '86',
      verificationCode: '000000',
      password: encodePassword('Nothing1'),
    }),
  },
  'profile.updatePassword': {
    demand: 'session',
    data: () => ({ oldPassword: encodePassword('Nothing1'), password: encodePassword('Password1') }),
  },
  'profile.updateTimeZone': { demand: 'session', data: () => ({ timeZone: 'Europe/Berlin' }) },
  'profile.sessions': { demand: 'session', data: () => ({}) },
  'profile.endSession': { demand: 'session', data: () => ({ sessionId: 'no-session' }) },
  'profile.endOtherSessions': { demand: 'session', data: () => ({}) },
  'robots.list': {
    demand: 'session',
    data: (person) => ({ userId: person, robotView: 'all', navigationRobot: false, superAdminUser: false }),
  },
  'robots.listOfView': { demand: 'session', data: () => ({ robotView: 'w' }) },
  'robots.serialNumbers': { demand: 'session', data: (person) => ({ id: person, robotModel: 'W1' }) },
  'robots.modelCount': { demand: 'session', data: (person) => ({ userId: person }) },
  'robots.bind': { demand: 'session', data: () => ({ code: 'WRONG-CODE' }) },
  'claims.look': { demand: 'session', data: () => ({ code: 'WRONG-CODE' }) },
  'claims.screen': { demand: 'session', data: () => ({}) },
  'robots.detail': { demand: 'read', data: () => tab },
  'robots.detailBySerialNumber': { demand: 'read', data: () => one },
  'robots.electricQuantity': { demand: 'read', data: () => one },
  'robots.relation': { demand: 'read', data: (person) => ({ ...one, userId: person }) },
  'robots.mqttConfig': { demand: 'read', data: (person) => ({ ...tab, userId: person, language: 'enUS' }) },
  'robots.view': {
    demand: 'read',
    data: (person) => ({ ...one, clientId: `${person}~${A.serialNumber}~tab-q`, what: ['picture', 'sound'] }),
  },
  'robots.agoraRtm': { demand: 'read', data: (person) => ({ ...one, userId: person }) },
  'robots.agoraRtc': { demand: 'read', data: (person) => ({ ...one, userId: person }) },
  'robots.agoraLeave': { demand: 'read', data: () => ({ ...one, channel: 'a-channel' }) },
  'robots.rename': { demand: 'administer', data: () => ({ ...one, robotNickName: 'Porter' }) },
  'robots.register': {
    demand: 'accountAdmin',
    data: () => ({
      serialNumber: `R-${++registered}`,
      manufacturer: 'Acme',
      robotModel: 'W1',
      registerSiteId: A.siteId,
      maps: [{ registerMapId: A.mapId, robotMapName: 'one' }],
    }),
  },
  'robots.newPassword': { demand: 'accountAdmin', data: () => ({ robotToRenew: B.serialNumber }) },
  'robotFleet.list': { demand: 'accountAdmin', data: () => ({ page: 1, limit: 5 }) },
  'robotFleet.checkSerialNumber': { demand: 'accountAdmin', data: () => ({ typed: A.serialNumber }) },
  'robotFleet.registerMany': {
    demand: 'accountAdmin',
    data: () => ({
      serialNumbers: [`R-${++registered}`],
      manufacturer: 'Acme',
      robotModel: 'W1',
      registerSiteId: A.siteId,
    }),
  },
  'robotFleet.change': { demand: 'accountAdmin', data: () => ({ robotToChange: B.serialNumber, dialect: '2.x' }) },
  'robotFleet.revokePassword': { demand: 'accountAdmin', data: () => ({ robotToRevoke: 'no-robot' }) },
  'robotFleet.newClaim': { demand: 'accountAdmin', data: () => ({ robotToClaim: 'no-robot' }) },
  'robotFleet.belongings': { demand: 'accountAdmin', data: () => ({ robotToMove: B.serialNumber }) },
  'robotFleet.move': { demand: 'accountAdmin', data: () => ({ robotToMove: 'no-robot', toSiteId: A.siteId }) },
  'robotFleet.retire': { demand: 'accountAdmin', data: () => ({ robotToRetire: 'no-robot' }) },
  'robotFleet.reinstate': { demand: 'accountAdmin', data: () => ({ robotToReinstate: 'no-robot' }) },
  'maps.sites': { demand: 'session', data: () => ({}) },
  'sites.save': {
    demand: 'accountAdmin',
    data: () => ({
      siteId: A.siteId,
      name: { zhCN: '一号站点', enUS: 'Site one' },
      timeZone: 'UTC',
      address: '',
      latitude: 1,
      longitude: 2,
      revision: 999,
    }),
  },
  'sites.remove': { demand: 'accountAdmin', data: () => ({ siteId: A.siteId, revision: 999 }) },
  'sites.equipment': { demand: 'accountAdmin', data: () => ({ siteId: A.siteId }) },
  'sites.saveLift': {
    demand: 'accountAdmin',
    data: () => ({
      siteId: A.siteId,
      elevatorId: 'no-lift',
      name: { zhCN: '一号梯', enUS: 'Lift 1' },
      stops: [{ mapId: A.mapId, areaId: A.areaId }],
      openedBy: 'robot',
      relayUrl: '',
      openSeconds: 12,
      revision: 0,
    }),
  },
  'sites.deleteLift': { demand: 'accountAdmin', data: () => ({ elevatorId: 'no-lift', revision: 0 }) },
  'sites.saveDoor': {
    demand: 'accountAdmin',
    data: () => ({
      mapId: A.mapId,
      doorId: 'no-door',
      name: { zhCN: '一号门', enUS: 'Door 1' },
      areaIds: [A.areaId],
      openedBy: 'robot',
      relayUrl: '',
      openSeconds: 12,
      revision: 0,
    }),
  },
  'sites.deleteDoor': { demand: 'accountAdmin', data: () => ({ doorId: 'no-door', revision: 0 }) },
  'sites.relayKey': {
    demand: 'accountAdmin',
    data: () => ({ kind: 'door', equipmentId: 'no-door', renew: false }),
  },
  'sites.testLift': { demand: 'accountAdmin', data: () => ({ elevatorId: 'no-lift', mapId: A.mapId }) },
  'sites.testDoor': { demand: 'accountAdmin', data: () => ({ doorId: 'no-door' }) },
  'maps.ofSites': { demand: 'session', data: () => ({}) },
  'maps.list': { demand: 'read', data: () => one },
  'maps.get': { demand: 'read', data: () => ({ ...one, mapId: A.mapId }) },
  'maps.pointsOf': { demand: 'read', data: () => one },
  'maps.point': { demand: 'read', data: () => ({ areaId: A.areaId }) },
  'maps.defaultMapAndTarget': { demand: 'read', data: () => one },
  'maps.chargeBase': { demand: 'read', data: () => one },
  'mapFiles.ofSite': { demand: 'read', data: () => ({ siteId: A.siteId }) },
  'mapFiles.importMap': {
    demand: 'administer',
    data: () => ({ siteId: A.siteId, floor: '9F', name: 'Roof', picture: 'no-picture', ...placed, robotNames: [] }),
  },
  'mapFiles.replacePicture': {
    demand: 'administer',
    data: () => ({ mapId: A.mapId, picture: 'no-picture', ...placed, leaveOutside: false }),
  },
  'mapFiles.update': {
    demand: 'administer',
    data: () => ({ mapId: A.mapId, name: 'Ground', floor: '1F', isDefault: true, robotNames: [] }),
  },
  'mapScans.start': { demand: 'administer', data: () => one },
  'mapScans.list': { demand: 'administer', data: () => ({ siteId: A.siteId }) },
  'mapFiles.order': { demand: 'administer', data: () => ({ siteId: A.siteId, order: [A.mapId, A2.mapId] }) },
  'mapFiles.belongings': { demand: 'administer', data: () => ({ mapId: A.mapId }) },
  'mapFiles.remove': { demand: 'administer', data: () => ({ mapId: A.mapId, revision: 999 }) },
  'mapFiles.picture': { demand: 'read', data: () => ({ mapId: A.mapId, pictureId: 'no-picture' }) },
  'mapFiles.exportMap': { demand: 'read', data: () => ({ mapId: A.mapId, format: 'lif' }) },
  'pointLabels.exportLabels': {
    demand: 'administer',
    data: () => ({
      ...one,
      indoorMapId: A.mapId,
      ids: [A.areaId],
      format: 'pdf',
      paper: 'A4',
      size: 'small',
      host: '',
    }),
  },
  'pointLabels.open': { demand: 'read', data: () => ({ areaId: A.areaId, host: '' }) },
  'points.save': {
    demand: 'administer',
    data: () => ({ mapId: A.mapId, baseRevision: 0, changes: [], breakRoutes: false }),
  },
  'points.put': {
    demand: 'administer',
    data: () => ({
      ...one,
      mapId: A.mapId,
      areaId: A.areaId,
      name: 'Lobby',
      departWord: '',
      arrivedWord: '',
      angle: 90,
      stayTime: 0,
      attributes: ['none'],
      worldX: 5,
      worldY: 4,
      coordinateX: 100,
      coordinateY: 120,
      elevatorId: '',
      doorId: '',
    }),
  },
  'points.remove': { demand: 'administer', data: () => ({ ...one, areaId: A.areaId }) },
  'points.move': {
    demand: 'administer',
    data: () => ({ ...one, areaId: A.areaId, coordinateX: 100, coordinateY: 120 }),
  },
  'points.elevatorsAndEntrances': { demand: 'read', data: () => one },
  'points.versions': { demand: 'read', data: () => ({ mapId: A.mapId, page: 1, limit: 5 }) },
  'points.version': { demand: 'read', data: () => ({ mapId: A.mapId, revision: 0 }) },
  'points.restore': {
    demand: 'administer',
    data: () => ({ mapId: A.mapId, revision: 0, baseRevision: 0, breakRoutes: false }),
  },
  'cruiseRoutes.choices': { demand: 'read', data: () => one },
  'cruiseRoutes.list': { demand: 'read', data: () => ({ ...one, page: 1, limit: 5 }) },
  'cruiseRoutes.get': { demand: 'read', data: () => ({ ...one, pathId: ROUTE }) },
  'cruiseRoutes.save': {
    demand: 'administer',
    data: (person) => ({
      ...one,
      userId: person,
      mapId: A.mapId,
      pathId: ROUTE,
      revision: 0,
      pathName: 'Round',
      startSpeech: '',
      endSpeech: '',
      mapAreaVOList: [],
    }),
  },
  'cruiseRoutes.remove': {
    demand: 'administer',
    data: (person) => ({ ...one, userId: person, pathId: ROUTE, revision: 0 }),
  },
  'cruiseRoutes.setDefault': { demand: 'administer', data: (person) => ({ ...one, userId: person, pathId: ROUTE }) },
  'routeRuns.start': {
    demand: 'operate',
    data: (person) => ({ ...one, userId: person, cycleType: 'single', pathId: ROUTE }),
  },
  'routeRuns.current': { demand: 'read', data: () => one },
  'routeRuns.skip': {
    demand: 'operate',
    data: (person) => ({ ...one, userId: person, driveId: DRIVE, stop: 0, loop: 0 }),
  },
  'routeRuns.end': { demand: 'operate', data: (person) => ({ ...one, userId: person, driveId: DRIVE }) },
  'cruiseRecords.list': {
    demand: 'read',
    data: () => ({ ...one, page: 1, limit: 5, startTime: 0, endTime: 0, state: '', pathId: ROUTE }),
  },
  'cruiseRecords.listNew': {
    demand: 'read',
    data: () => ({
      serialNumberStr: A.serialNumber,
      page: 1,
      limit: 5,
      startTime: 0,
      endTime: 0,
      state: '',
      pathId: '',
    }),
  },
  'cruiseRecords.count': { demand: 'read', data: () => ({ ...one, startTime: 0, endTime: 0, state: '', pathId: '' }) },
  'cruiseRecords.countNew': {
    demand: 'read',
    data: () => ({ serialNumberStr: A.serialNumber, startTime: 0, endTime: 0, state: '', pathId: '' }),
  },
  'cruiseRecords.details': { demand: 'read', data: () => ({ performId: DRIVE, page: 1, limit: 5 }) },
  'commands.goTo': { demand: 'operate', data: (person) => ({ ...one, userId: person, areaId: A.areaId }) },
  'commands.stop': { demand: 'stop', data: () => one },
  'commands.resume': { demand: 'operate', data: () => ({ ...one, cycleType: 'single' }) },
  'commands.cancel': { demand: 'operate', data: () => one },
  'commands.charge': { demand: 'operate', data: () => ({ ...one, isNavigationRobot: true }) },
  'commands.relocate': {
    demand: 'operate',
    data: () => ({ ...one, locationX: 2, locationY: 2, theta: 0, mapId: A.mapId }),
  },
  'commands.list': { demand: 'read', data: () => ({ ...one, page: 1, limit: 5 }) },
  'commands.get': { demand: 'read', data: () => ({ commandId: A.commandId }) },
  'resumers.list': { demand: 'read', data: () => one },
  'resumers.ask': { demand: 'read', data: () => one },
  'control.get': { demand: 'read', data: () => one },
  'control.take': { demand: 'operate', data: () => tab },
  'control.renew': { demand: 'operate', data: () => held },
  'control.release': { demand: 'operate', data: () => held },
  'control.ask': { demand: 'operate', data: () => tab },
  'control.handOver': { demand: 'operate', data: () => held },
  'control.takeOver': { demand: 'operate', data: () => ({ ...tab, reason: 'It was left alone.' }) },
  'verification.captcha': {
    demand: 'nothing',
    data: () => ({ captchaToken: 'a-token-of-my-own', captchaType: 'image' }),
  },
  'verification.loginCode': { demand: 'nothing', data: () => ({ email: 'nobody@test.org', ...captcha }) },
  'verification.registerCode': { demand: 'nothing', data: () => ({ email: 'nobody@test.org', ...captcha }) },
  'verification.isRegistered': {
    demand: 'nothing',
    data: () => ({ phoneNumber: '13912345678', countryAreaCode: '86' }),
  },
  'verification.signUp': {
    demand: 'nothing',
    data: () => ({
      email: 'nobody@test.org',
      nickname: 'Nobody',
      verificationCode: '000000',
      password: encodePassword('Password1'),
    }),
  },
  'verification.forgotPasswordCode': { demand: 'nothing', data: () => ({ email: 'nobody@test.org', ...captcha }) },
  'verification.forgotPassword': {
    demand: 'nothing',
    data: () => ({ email: 'nobody@test.org', verificationCode: '000000', password: encodePassword('Password1') }),
  },
  'verification.emailCode': { demand: 'session', data: () => ({ email: 'new@test.org', language: 'en-us' }) },
  'verification.phoneCode': {
    demand: 'session',
    data: () => ({ phoneNumber: '13912345678', countryCode: '86', language: 'en-us' }),
  },
  'qrSignIn.ask': { demand: 'nothing', data: () => ({}) },
  'qrSignIn.pickUp': { demand: 'nothing', data: () => ({ qrcode: 'a-code-that-never-was-shown' }) },
  'qrSignIn.scan': { demand: 'session', data: () => ({ qrcode: 'a-code-that-never-was-shown' }) },
  'qrSignIn.approve': { demand: 'session', data: () => ({ qrcode: 'a-code-that-never-was-shown', number: '00' }) },
  'qrSignIn.refuse': { demand: 'session', data: () => ({ qrcode: 'a-code-that-never-was-shown' }) },
  'visits.signOutCode': { demand: 'nothing', data: () => ({ phoneNumber: '+12025550100' }) },
  'visits.signOut': { demand: 'nothing', data: () => ({ phoneNumber: '+12025550100', verificationCode: '000000' }) },
  'captions.spoken': { demand: 'read', data: () => one },
  'captions.accessToken': { demand: 'nothing', data: () => ({ key: 'f'.repeat(48) }) },
  'captions.list': { demand: 'nothing', data: () => ({ key: 'f'.repeat(48) }) },
  'outbox.list': { demand: 'accountAdmin', data: () => ({ page: 1, limit: 5, text: '' }) },
  'outbox.newest': { demand: 'nothing', data: () => ({ target: 'nobody@test.org' }) },
  'files.ticket': { demand: 'session', data: () => ({ ...announced }) },
  'files.robotTicket': { demand: 'operate', data: () => ({ ...one, ...announced }) },
  'files.complete': { demand: 'session', data: () => ({ fileId: NO_FILE }) },
  'files.cancel': { demand: 'session', data: () => ({ fileId: NO_FILE }) },
  'files.upload': { demand: 'session', data: () => ({ ...announced }) },
  'files.download': { demand: 'session', data: () => ({ imageId: NO_FILE, thumbnail: false }) },
  'files.address': { demand: 'session', data: () => ({ fileId: NO_FILE, thumbnail: false, opened: false }) },
  'files.usage': { demand: 'read', data: () => ({ siteId: A.siteId }) },
  'problems.send': {
    demand: 'session',
    data: () => ({
      sentence: 'The map stands still.',
      capsule: 'H4sIAAAA',
      page: '/home',
      build: '0.1.0',
      takenAt: 1_700_000_000_000,
    }),
  },
  'problems.list': { demand: 'accountAdmin', data: () => ({ page: 1, limit: 5, text: '' }) },
  'problems.file': { demand: 'accountAdmin', data: () => ({ reportId: 'no-report' }) },
  'problems.remove': { demand: 'accountAdmin', data: () => ({ reportId: 'no-report' }) },
  'friends.list': { demand: 'read', data: () => one },
  'friends.own': { demand: 'session', data: (person) => ({ userId: person }) },
  'friends.requests': { demand: 'session', data: () => ({}) },
  'friends.ask': { demand: 'session', data: () => ({ robotToAsk: 'NO-SUCH-ROBOT' }) },
  'friends.answerInvitation': { demand: 'session', data: () => ({ invitationId: 'no-invitation', accept: true }) },
  'friends.invite': { demand: 'administer', data: () => ({ ...one, account: 'member@test' }) },
  'friends.inviteToRobots': {
    demand: 'administer',
    data: () => ({ serialNumberStr: A.serialNumber, account: 'member@test' }),
  },
  'friends.setAuth': { demand: 'administer', data: () => ({ friendRelationId: 'relation-member', isAuth: true }) },
  'friends.remove': {
    demand: 'administer',
    data: (person) => ({ ...one, userId: person, friendRelationId: 'relation-superAdmin' }),
  },
  'friends.setRobotAdmin': {
    demand: 'own',
    data: () => ({ friendRelationId: 'relation-member', isRobotAdmin: false }),
  },
  'friends.handOver': { demand: 'own', data: () => ({ ...one, friendRelationId: 'relation-viewer' }) },
  'friends.leave': { demand: 'read', data: (person) => ({ ...one, userId: person }) },
  'friends.unbind': { demand: 'own', data: (person) => ({ userId: person, robotId: A.serialNumber }) },
  'accounts.list': {
    demand: 'accountAdmin',
    data: () => ({ page: 1, limit: 5, text: '', role: 'all', state: 'all', sort: 'name', descending: false }),
  },
  'accounts.save': {
    demand: 'accountAdmin',
    data: () => ({
      accountId: '',
      nickname: 'Made',
      email: `made-${++registered}@test.org`,
      phoneNumber: '',
      roles: ['viewer'],
    }),
  },
  'accounts.lock': { demand: 'accountAdmin', data: () => ({ accountId: 'no-account', locked: true }) },
  'accounts.endSessions': { demand: 'accountAdmin', data: () => ({ accountId: 'no-account' }) },
  'accounts.resetPassword': { demand: 'accountAdmin', data: () => ({ accountId: 'no-account' }) },
  'accounts.invite': {
    demand: 'accountAdmin',
    data: () => ({ target: `asked-${++registered}@test.org`, roles: ['viewer'] }),
  },
  'accounts.invitations': { demand: 'accountAdmin', data: () => ({}) },
  'accounts.withdraw': { demand: 'accountAdmin', data: () => ({ invitationId: 'no-invitation' }) },
  'accounts.link': { demand: 'nothing', data: () => ({ code: 'no-code' }) },
  'accounts.useLink': {
    demand: 'nothing',
    data: () => ({ code: 'no-code', nickname: 'Guest', password: encodePassword('Password1') }),
  },
  'retention.days': { demand: 'nothing', data: () => ({}) },
  'changelog.list': { demand: 'nothing', data: () => ({ appType: 'web' }) },
  'inquiries.save': {
    demand: 'nothing',
    data: () => ({ name: 'Ada', company: '', phone: '+442079460000', question: `Number ${++registered}?` }),
  },
  'inquiries.list': { demand: 'accountAdmin', data: () => ({ page: 1, limit: 5, text: '' }) },
  'inquiries.remove': { demand: 'accountAdmin', data: () => ({ inquiryId: 'no-inquiry' }) },
  ...ADMINISTRATION_CALLS,
  ...SETTINGS_CALLS,
  ...SCHEDULE_CALLS,
  ...ALARM_CALLS,
  ...CALL_CALLS,
  ...DISINFECTION_CALLS,
  ...MONITORING_CALLS,
  ...FACE_CALLS,
  ...VIDEO_WALL_CALLS,
  ...ROBOT_ACTION_CALLS,
  ...MEDIA_CALLS,
  ...DELIVERY_CALLS,
};

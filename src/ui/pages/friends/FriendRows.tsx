/** Robot members: a table, on a phone a list. */
import Crown from 'lucide-react/icons/crown';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Shield from 'lucide-react/icons/shield';
import UserRound from 'lucide-react/icons/user-round';
import type { Relation } from '../../../../contract/entities/constants.ts';
import type { Friend } from '../../../../contract/entities/friend.ts';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import { failure } from '../../../machines/failure.ts';
import type { Act } from '../../../machines/friends/questions.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { useT } from '../../hooks/useT.ts';
import type { Glyph } from '../../icons/glyph.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { Menu, type MenuEntry } from '../../kit/Menu.tsx';
import { Table, type Column } from '../../kit/Table.tsx';
import { initials } from '../../shell/displayName.ts';
import { timeStamp } from '../../shell/siteTime.ts';
import { MemberRow, MemberRows } from '../../robotMembers/MemberRows.tsx';
import { offeredActs, type FriendPart } from './friendPart.ts';

export interface FriendRowsProps extends FriendPart {
  readonly rows: readonly Friend[];
  readonly mobile: boolean;
}

const ROLE = {
  member: 'friends.role.member',
  robotAdmin: 'common.administrator',
  superAdmin: 'shared.superAdministrator',
} as const satisfies Record<Relation, Key>;
const ROLE_ICON: Record<Relation, Glyph> = { member: UserRound, robotAdmin: Shield, superAdmin: Crown };
const ROLE_ICON_PX = 14;
export const ACT_KEY = {
  authorise: 'friends.act.authorise',
  decline: 'common.decline',
  takeBack: 'shared.withdrawInvitation',
  withdraw: 'friends.act.withdraw',
  remove: 'shared.remove',
  makeAdmin: 'friends.act.makeAdmin',
  unmakeAdmin: 'friends.act.unmakeAdmin',
  handOver: 'friends.act.handOver',
  unbind: 'friends.act.unbind',
  leave: 'friends.act.leave',
} as const satisfies Record<Act, Key>;
/** Destructive actions. */
const TAKES: readonly Act[] = ['decline', 'takeBack', 'withdraw', 'remove'];

export function FriendRows({ rows, mobile, ...part }: FriendRowsProps) {
  const t = useT();
  const administers = part.rights.includes('administer');
  if (mobile) {
    return (
      <MemberRows label={t('shared.robotMembers')}>
        {rows.map((friend) => (
          <MemberRow
            key={friend.friendRelationId}
            picture={<Avatar initials={initials(friend.nickname)} />}
            words={
              <>
                <Name friend={friend} />
                <span className="text-13 text-text-2">{friend.account}</span>
                <span>
                  <Role friend={friend} />
                </span>
                <span className="card-note">
                  <Since friend={friend} timeZone={part.timeZone} />
                </span>
              </>
            }
            menu={<FriendMenu friend={friend} {...part} />}
          />
        ))}
      </MemberRows>
    );
  }
  const columns: Column<Friend>[] = [
    {
      id: 'person',
      head: t('shared.personName'),
      cell: (friend) => (
        <div className="flex min-w-0 items-center gap-2">
          <Avatar initials={initials(friend.nickname)} />
          <Name friend={friend} />
        </div>
      ),
    },
    {
      id: 'account',
      head: t('shared.account'),
      cell: (friend) => <span className="text-text-2">{friend.account}</span>,
    },
    { id: 'role', head: t('shared.role'), cell: (friend) => <Role friend={friend} /> },
    {
      id: 'since',
      head: t('friends.column.since'),
      cell: (friend) => (
        <span className="text-text-2">
          <Since friend={friend} timeZone={part.timeZone} />
        </span>
      ),
    },
    ...(administers
      ? [
          {
            id: 'acts',
            head: t('common.actions'),
            acts: true,
            cell: (friend: Friend) => <FriendMenu friend={friend} {...part} />,
          },
        ]
      : []),
  ];
  return (
    <Table
      label={t('shared.robotMembers')}
      columns={columns}
      rows={rows}
      idOf={({ friendRelationId }) => friendRelationId}
    />
  );
}

function Name({ friend: { nickname, isSelf } }: { readonly friend: Friend }) {
  const t = useT();
  return (
    <span className="flex min-w-0 items-center gap-2">
      <b>{nickname}</b>
      {isSelf && <span className="card-note">{t('shell.calls.you')}</span>}
    </span>
  );
}

/** Role of a member, or that an invitation is still unanswered. */
function Role({ friend: { state, relation, canAdminister } }: { readonly friend: Friend }) {
  const t = useT();
  if (state === 'invited') return <span className="text-text-2">{t('friends.invited')}</span>;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1.5">
      <Icon of={ROLE_ICON[relation]} size={ROLE_ICON_PX} />
      {t(ROLE[relation])}
      {!canAdminister && <span className="card-note">{t('friends.looksOnly')}</span>}
    </span>
  );
}

function Since({ friend: { since, invitedBy }, timeZone }: { readonly friend: Friend; readonly timeZone: string }) {
  const t = useT();
  const at = timeStamp(since, timeZone);
  return <>{invitedBy === '' ? at : t('friends.invitedBy', { at, person: invitedBy })}</>;
}

function FriendMenu({ friend, rights, onAct }: { readonly friend: Friend } & FriendPart) {
  const t = useT();
  const acts = offeredActs(rights, friend);
  if (acts.length === 0) return null;
  const entries = acts.map(({ act, fault }): MenuEntry => ({
    kind: 'item',
    id: act,
    label: t(ACT_KEY[act]),
    danger: TAKES.includes(act),
    ...(fault ? { disabledReason: t.failure(failure(ERRORS[fault])) } : {}),
    onSelect: () => onAct(act, friend),
  }));
  return (
    <Menu
      trigger={<IconButton size="s" icon={Ellipsis} label={t('friends.menu', { person: friend.nickname })} />}
      entries={entries}
    />
  );
}

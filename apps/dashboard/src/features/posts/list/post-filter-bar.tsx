import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTargetChoices } from '../../../shared/connections/target-choices.ts';
import { ATTENTION, outcomesIn, type PostFilters } from '../../../shared/posts/post-filters.ts';
import { OUTCOMES, standingInWords } from '../../../shared/posts/post-standing.ts';
import { focusHeading } from '../../../ui/page/navigation.ts';
import { TypedFilter } from './typed-filter.tsx';

interface PostFilterBarProps {
  filters: PostFilters;
  /** Slug of the profile whose posts are shown; undefined for all. */
  shownProfile: string | undefined;
  /** Filters to offer; by default all. */
  offered?: readonly (keyof PostFilters)[];
  onChange: (filters: PostFilters) => void;
}

const ALL = ['outcome', 'platform', 'label', 'from', 'to'] as const;
const OUTCOME_CHOICES = [
  { value: ATTENTION, label: 'Needs attention' },
  ...OUTCOMES.map((value) => ({ value, label: standingInWords(value) })),
];

/** The filters of a list of posts, which the address of the page keeps. The header chooses the profile. */
export function PostFilterBar({ filters, shownProfile, offered = ALL, onChange }: PostFilterBarProps) {
  const targets = useTargetChoices(shownProfile, filters.platform);
  const [isOpen, { toggle }] = useDisclosure(false);
  const { profile, q: _q, ...asked } = filters;
  const count = Object.keys(asked).length;
  const onChoose: ChoiceProps['onChoose'] = (name, value) => {
    const { [name]: _, ...others } = filters;
    onChange(value === '' ? others : { ...others, [name]: value });
  };
  const onClear = () => {
    onChange(profile === undefined ? {} : { profile });
    focusHeading();
  };
  return (
    <Stack gap="sm" align="flex-start">
      <Button size="xs" variant="default" hiddenFrom="sm" aria-expanded={isOpen} onClick={toggle}>
        {count > 0 ? `Filters (${count} chosen)` : 'Filters'}
      </Button>
      <Group
        component="fieldset"
        gap="sm"
        align="flex-end"
        bd={0}
        p={0}
        m={0}
        aria-label="Filters"
        {...(!isOpen && { visibleFrom: 'sm' })}
      >
        <Choice
          label="Outcome"
          emptyLabel="Any outcome"
          name="outcome"
          choices={outcomeChoices(filters.outcome)}
          {...{ filters, onChoose }}
        />
        <Choice label="Network" emptyLabel="Any network" name="platform" choices={targets} {...{ filters, onChoose }} />
        {offered.includes('label') ? (
          <TypedFilter
            size="xs"
            label="Label"
            placeholder="Any label"
            maxLength={50}
            autoComplete="off"
            value={filters.label ?? ''}
            onChange={(value) => onChoose('label', value)}
          />
        ) : null}
        {offered.includes('from') ? <Day label="From" name="from" {...{ filters, onChoose }} /> : null}
        {offered.includes('to') ? <Day label="To" name="to" {...{ filters, onChoose }} /> : null}
        {count > 0 ? (
          <Button size="xs" h={30} variant="default" onClick={onClear}>
            Clear filters
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
}

/** Returns the usual choices, with the address's combination of outcomes when it is not one of them. */
function outcomeChoices(asked: string | undefined): { value: string; label: string }[] {
  if (asked === undefined || OUTCOME_CHOICES.some(({ value }) => value === asked)) return OUTCOME_CHOICES;
  return [...OUTCOME_CHOICES, { value: asked, label: outcomesIn(asked).map(standingInWords).join(', ') }];
}

interface ChoiceProps extends Pick<PostFilterBarProps, 'filters'> {
  /** Sets one filter; an empty value removes it. */
  onChoose: (name: keyof PostFilters, value: string) => void;
  label: string;
  emptyLabel: string;
  name: keyof PostFilters;
  choices: readonly { value: string; label: string }[];
}

function Choice({ label, emptyLabel, name, choices, filters, onChoose }: ChoiceProps) {
  return (
    <NativeSelect
      size="xs"
      label={label}
      value={filters[name] ?? ''}
      data={[{ value: '', label: emptyLabel }, ...choices]}
      onChange={(event) => onChoose(name, event.currentTarget.value)}
    />
  );
}

function Day({ label, name, filters, onChoose }: Pick<ChoiceProps, 'label' | 'name' | 'filters' | 'onChoose'>) {
  return (
    <TextInput
      size="xs"
      type="date"
      label={label}
      value={filters[name] ?? ''}
      onChange={(event) => onChoose(name, event.currentTarget.value)}
    />
  );
}

import { type CSSVariablesResolver, createTheme, type MantineThemeOverride } from '@mantine/core';

/** One accent colour, system fonts, generous lines: content first. */
export const theme: MantineThemeOverride = createTheme({
  primaryColor: 'accent',
  primaryShade: 6,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace',
  lineHeights: { md: '1.55' },
  headings: { fontWeight: '650' },
  components: {
    Modal: {
      defaultProps: {
        // A dialog's <header> would count as a second banner of the page.
        attributes: { header: { role: 'presentation' } },
        closeButtonProps: { 'aria-label': 'Close' },
        styles: { title: { fontWeight: 650 } },
      },
    },
  },
  white: '#ffffff',
  black: '#1c1d1f',
  colors: {
    accent: [
      '#e9f0fb',
      '#cfdff6',
      '#a9c6f0',
      '#8ab6ff',
      '#7aa9f7',
      '#3b78cf',
      '#1d5fbf',
      '#174e9e',
      '#123f80',
      '#0b2c5c',
    ],
    dark: [
      '#e8e9eb',
      '#cdd0d5',
      '#a9adb5',
      '#8b8f98',
      '#4a4e56',
      '#34373d',
      '#25272c',
      '#141518',
      '#1c1e22',
      '#0f1012',
    ],
  },
});

/** The library's defaults for soft text are too faint to be read by everybody (WCAG 2.2, 1.4.3). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5a5c60',
    '--mantine-color-placeholder': '#6b6d72',
    '--mantine-color-error': '#b42318',
    '--mantine-color-orange-light': '#fdf3e4',
    '--mantine-color-orange-light-color': '#8f4a00',
    '--mantine-color-teal-light-color': '#1b6e42',
  },
  dark: {
    '--mantine-color-dimmed': '#a9adb5',
    '--mantine-color-placeholder': '#9a9ea7',
    '--mantine-color-error': '#ff9a92',
    '--mantine-color-orange-light': '#2d2417',
    '--mantine-color-orange-light-color': '#f2b867',
  },
});

"""Plans of whole tournaments: presets of usual events, copies of earlier ones, a plan said back in words. Pure."""

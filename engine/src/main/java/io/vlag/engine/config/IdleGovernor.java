package io.vlag.engine.config;

/** Governors that choose idle states, where there is more than one. */
public enum IdleGovernor {
    MENU,
    TEO
}
